import { useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { DraftNotice } from "../../ui/DraftNotice";
import { useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useSendMessage } from "./useMessages";

type Props = { peerId: number; autoFocus: boolean };

export function MessageForm({ peerId, autoFocus }: Props) {
  const user = useUser();
  const draft = useDraft(`${user?.id}:message-${peerId}`);
  const { text } = draft;
  const send = useSendMessage(peerId);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !send.isPending)
          send.mutateAsync(text.trim()).then(
            () => draft.clearSent(text),
            () => undefined,
          );
      }}
    >
      <DraftNotice drafts={[draft]} />
      <TextArea
        label="Message"
        autoFocus={autoFocus}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={send.isPending}>
          Send
        </Button>
      </div>
    </form>
  );
}

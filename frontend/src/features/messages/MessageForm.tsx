import { useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useSendMessage } from "./useMessages";

type Props = { peerId: number; autoFocus: boolean };

export function MessageForm({ peerId, autoFocus }: Props) {
  const user = useUser();
  const [text, setText] = useDraft(`${user?.id}:message-${peerId}`);
  const send = useSendMessage(peerId, () => setText(""));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !send.isPending) send.mutate(text.trim());
      }}
    >
      <TextArea
        label="Message"
        autoFocus={autoFocus}
        rows={2}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.target.value)}
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

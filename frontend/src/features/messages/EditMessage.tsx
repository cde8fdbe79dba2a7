import { useUser } from "../../api/session";
import type { Message } from "../../api/types";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { DraftNotice } from "../../ui/DraftNotice";
import { confirmDiscard, useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useEditMessage } from "./useMessages";

type Props = { message: Message; peerId: number; onClose: () => void };

export function EditMessage({ message, peerId, onClose }: Props) {
  const user = useUser();
  const draft = useDraft(`${user?.id}:message-edit-${message.id}`, message.message);
  const { text } = draft;
  const edit = useEditMessage(peerId, message.id);
  const cancel = async () => {
    if (await confirmDiscard(draft)) onClose();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim() || edit.isPending) return;
        const finish = () => {
          draft.clearSent(text);
          onClose();
        };
        edit.mutateAsync(text.trim()).then(finish, () => undefined);
      }}
    >
      <DraftNotice drafts={[draft]} />
      <TextArea
        label="Edit message"
        rows={2}
        maxLength={5000}
        value={text}
        autoFocus
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={edit.isPending}>
          Save
        </Button>
        <Button onClick={() => void cancel()}>Cancel</Button>
      </div>
    </form>
  );
}

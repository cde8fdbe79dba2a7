import { useUser } from "../../api/session";
import type { Message } from "../../api/types";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useEditMessage } from "./useMessages";

type Props = { message: Message; peerId: number; onClose: () => void };

export function EditMessage({ message, peerId, onClose }: Props) {
  const user = useUser();
  const [text, setText] = useDraft(`${user?.id}:message-edit-${message.id}`, message.message);
  const done = () => {
    setText("");
    onClose();
  };
  const edit = useEditMessage(peerId, message.id, done);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !edit.isPending) edit.mutate(text.trim());
      }}
    >
      <TextArea
        label="Edit message"
        rows={2}
        maxLength={5000}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={edit.isPending}>
          Save
        </Button>
        <Button onClick={done}>Cancel</Button>
      </div>
    </form>
  );
}

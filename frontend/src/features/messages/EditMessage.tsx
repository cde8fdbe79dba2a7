import { useState } from "react";
import type { Message } from "../../api/types";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { sendOnCtrlEnter } from "../../ui/submit";
import styles from "./Chat.module.css";
import { useEditMessage } from "./useMessages";

type Props = { message: Message; peerId: number; onClose: () => void };

export function EditMessage({ message, peerId, onClose }: Props) {
  const [text, setText] = useState(message.message);
  const edit = useEditMessage(peerId, message.id);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() && !edit.isPending) edit.mutate(text.trim(), { onSuccess: onClose });
      }}
    >
      <TextField
        label="Edit message"
        rows={2}
        maxLength={5000}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" look="main" disabled={edit.isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

import { useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { notify } from "../../ui/notify";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraft } from "../../ui/useDraft";
import styles from "./ReplyForm.module.css";
import { useSendReply } from "./useReplies";

type Props = { postId: number; respondsTo?: number; onClose?: () => void };

/** Answers the post, or one of its replies; a blank answer to a reply is silently not sent. */
export function ReplyForm({ postId, respondsTo, onClose }: Props) {
  const user = useUser();
  const [text, setText] = useDraft(`${user?.id}:reply-${postId}-${respondsTo ?? "post"}`);
  const send = useSendReply(postId, respondsTo ?? null, () => {
    setText("");
    onClose?.();
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (send.isPending) return;
        if (text.trim()) send.mutate(text.trim());
        else if (!respondsTo) notify("Comment cannot be empty.");
      }}
    >
      <TextField
        label={respondsTo ? "Your reply" : "Write a comment"}
        rows={3}
        maxLength={10_000}
        value={text}
        autoFocus={respondsTo !== undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" look="main" disabled={send.isPending}>
          Send
        </Button>
        {onClose && <Button onClick={onClose}>Cancel</Button>}
      </div>
    </form>
  );
}

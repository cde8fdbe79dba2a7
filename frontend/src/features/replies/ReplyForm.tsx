import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { notify } from "../../ui/notify";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraft } from "../../ui/useDraft";
import styles from "./ReplyForm.module.css";
import { useDraftKey } from "./useDraftKey";
import { useSendReply } from "./useReplies";

type Props = {
  postId: number;
  respondsTo?: number;
  autoFocus?: boolean;
  onClose?: () => void;
};

/** Answers the post, or one of its replies; a blank answer to a reply is silently not sent. */
export function ReplyForm({ postId, respondsTo, autoFocus = false, onClose }: Props) {
  const [text, setText] = useDraft(useDraftKey(postId, respondsTo));
  const done = () => {
    setText("");
    onClose?.();
  };
  const send = useSendReply(postId, respondsTo ?? null, done);
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
      <TextArea
        label={respondsTo ? "Your reply" : "Write a comment"}
        rows={3}
        maxLength={10_000}
        value={text}
        autoFocus={autoFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={send.isPending}>
          Send
        </Button>
        {onClose && <Button onClick={done}>Cancel</Button>}
      </div>
    </form>
  );
}

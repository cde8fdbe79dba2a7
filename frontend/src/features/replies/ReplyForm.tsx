import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Button } from "../../ui/Button";
import { TextArea } from "../../ui/fields";
import { notify } from "../../ui/notify";
import { sendOnCtrlEnter } from "../../ui/submit";
import { DraftNotice } from "../../ui/DraftNotice";
import { confirmDiscard, useDraft } from "../../ui/useDraft";
import styles from "./ReplyForm.module.css";
import { useDraftKey } from "./useDraftKey";
import { useSendReply } from "./useReplies";

const REPEAT_MS = 1000;

type Props = {
  postId: number;
  respondsTo?: number;
  autoFocus?: boolean;
  onClose?: () => void;
};

/** Answers the post, or one of its replies; a blank answer to a reply is silently not sent. */
export function ReplyForm({ postId, respondsTo, autoFocus = false, onClose }: Props) {
  const draft = useDraft(useDraftKey(postId, respondsTo));
  const { text } = draft;
  const send = useSendReply(postId, respondsTo ?? null);
  const isSending = useRef(false);
  const sentAt = useRef(0);

  async function submit() {
    // A second Ctrl+Enter comes before the button is drawn as disabled.
    if (isSending.current) return;
    if (!text.trim()) {
      // The second half of a double Ctrl+Enter means the text that is sent already.
      const isRepeated = Date.now() - sentAt.current < REPEAT_MS;
      if (!respondsTo && !isRepeated) notify(t`Comment cannot be empty.`);
      return;
    }
    isSending.current = true;
    try {
      await send.mutateAsync(text.trim());
      draft.clearSent(text);
      sentAt.current = Date.now();
      onClose?.();
    } catch {
      // Told by the mutation; the text stays.
    } finally {
      isSending.current = false;
    }
  }
  const cancel = async () => {
    if (await confirmDiscard(draft)) onClose?.();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DraftNotice drafts={[draft]} />
      <TextArea
        label={respondsTo ? "Your reply" : "Write a comment"}
        data-shortcut={respondsTo ? undefined : "reply"}
        rows={3}
        maxLength={10_000}
        value={text}
        autoFocus={autoFocus}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={send.isPending}>
          Send
        </Button>
        {onClose && <Button onClick={() => void cancel()}>Cancel</Button>}
      </div>
    </form>
  );
}

import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldErrors } from "../../api/error";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Composer } from "../../ui/composer/Composer";
import { DraftNotice } from "../../ui/DraftNotice";
import { notify } from "../../ui/notify";
import { RulesNote } from "../../ui/RulesNote";
import { useDraftSync } from "../../ui/useDraftSync";
import { confirmDiscard, useDraft } from "../../ui/useDraft";
import { useFocusOnError } from "../../ui/useFocusOnError";
import styles from "./ReplyForm.module.css";
import { quoting, useQuoteFor, useThread } from "./threadState";
import { useSendReply } from "./useReplies";

export const MAX_LENGTH = 10_000;
const REPEAT_MS = 1000;

/** The key of the draft of a reply, for its writer and what it responds to. */
export function useDraftKey(postId: number, respondsTo: number | undefined): string {
  return `${useUser()?.id}:reply-${postId}-${respondsTo ?? "post"}`;
}

type Props = {
  postId: number;
  respondsTo?: number;
  autoFocus?: boolean;
  onClose?: () => void;
};

/**
 * Replies to the post, in one line until it is focused, or to one of its replies; a blank reply to a
 * reply is silently not sent.
 */
export function ReplyForm({ postId, respondsTo, autoFocus = false, onClose }: Props) {
  const { forumId, reveal, title } = useThread();
  const draftKey = useDraftKey(postId, respondsTo);
  const draft = useDraft(draftKey);
  useDraftSync({
    key: `reply-${postId}-${respondsTo ?? "post"}`,
    to: respondsTo ? paths.reply(postId, respondsTo) : paths.post(postId),
    about: title,
    fields: { text: draftKey },
  });
  const { text } = draft;
  const [isExpanded, setIsExpanded] = useState(respondsTo !== undefined || text !== "");
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useSendReply(postId, respondsTo ?? null);
  const isSending = useRef(false);
  const sentAt = useRef(0);
  const [isBlank, setIsBlank] = useState(false);
  const error = isBlank ? t`Comment cannot be empty.` : fieldErrors(send.error).description;
  useFocusOnError(field, error);

  const quote = useQuoteFor(respondsTo);
  const takeQuote = useEffectEvent((quoted: string) => {
    const box = field.current;
    quoting.set(null);
    setIsExpanded(true);
    flushSync(() => draft.setText(text.trim() ? `${text.trimEnd()}\n\n${quoted}` : quoted));
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
    box?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    // Once this drawing is done, as it is drawn anew with the quote.
    if (quote !== undefined) queueMicrotask(() => takeQuote(quote));
  }, [quote]);

  async function submit() {
    // A second Ctrl+Enter comes before the button is drawn as disabled.
    if (isSending.current) return;
    if (!text.trim()) {
      // The second half of a double Ctrl+Enter means the text that is sent already.
      const isRepeated = Date.now() - sentAt.current < REPEAT_MS;
      if (respondsTo || isRepeated) return;
      setIsBlank(true);
      notify(t`Comment cannot be empty.`);
      return field.current?.focus({ preventScroll: true });
    }
    isSending.current = true;
    try {
      const reply = await send.mutateAsync(text.trim());
      sentAt.current = Date.now();
      // Don't move a user who is still typing.
      const isTypingOn = field.current !== null && field.current.value !== text;
      draft.clearSent(text);
      if (isTypingOn) return;
      setIsExpanded(respondsTo !== undefined);
      onClose?.();
      reveal(reply.id);
    } catch {
      // The mutation shows the error; the text stays.
    } finally {
      isSending.current = false;
    }
  }

  async function cancel() {
    if (!(await confirmDiscard(draft))) return;
    setIsBlank(false);
    send.reset();
    setIsExpanded(respondsTo !== undefined);
    if (onClose) onClose();
    // The focus stays on the box, which opens again with the next key or click.
    else field.current?.focus({ preventScroll: true });
  }

  return (
    <form
      className={`${styles.form} ${isExpanded ? "" : styles.oneLine}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isExpanded && <RulesNote forumId={forumId} />}
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={field}
        data-shortcut={respondsTo ? undefined : "reply"}
        label={respondsTo ? t`Your reply` : t`Write a comment`}
        hideLabel
        placeholder={respondsTo ? t`Write a reply…` : t`Write a comment…`}
        rows={isExpanded ? 3 : 1}
        isCompact={!isExpanded}
        maxLength={MAX_LENGTH}
        value={text}
        error={error}
        isErrorAnnounced={isBlank}
        autoFocus={autoFocus}
        onClick={() => setIsExpanded(true)}
        onFocus={({ relatedTarget }) => {
          if (!isWithin(relatedTarget, field.current)) setIsExpanded(true);
        }}
        onText={(next) => {
          setIsExpanded(true);
          setIsBlank(false);
          draft.setText(next);
        }}
      />
      {isExpanded && (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" aria-disabled={send.isPending}>
            {t`Post reply`}
          </Button>
          <Button onClick={() => void cancel()}>{t`Cancel`}</Button>
        </div>
      )}
    </form>
  );
}

/** True where the focus comes from a button of the same form, such as Cancel. */
function isWithin(from: Element | null, field: HTMLTextAreaElement | null) {
  return from instanceof HTMLButtonElement && from.form !== null && from.form === field?.form;
}

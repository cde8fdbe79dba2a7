import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { ReadersNote } from "../access/ReadersNote";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft, type Draft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import { RulesNote } from "../rules/RulesNote";
import styles from "./ReplyForm.module.css";
import { quoting, useQuoteFor, useThread } from "./threadState";
import { useSubmitReply } from "./useSubmitReply";

export const MAX_LENGTH = 10_000;

/** The key of the draft of a reply in the browser. */
export function useDraftKey(postId: number, respondsTo: number | undefined): string {
  return `${useUser()?.id}:${formKey(postId, respondsTo)}`;
}

/** The key of the draft of a reply. */
export function formKey(postId: number, respondsTo: number | undefined): string {
  return `reply-${postId}-${respondsTo ?? "post"}`;
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
  const { forumId, topic, visibility } = useThread();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, form } = useReplyDraft(postId, respondsTo);
  const [isOpen, setIsExpanded] = useState(respondsTo !== undefined);
  // Text may also come back after a refusal.
  const isExpanded = isOpen || draft.text !== "";
  const close = () => {
    setIsExpanded(respondsTo !== undefined);
    onClose?.();
  };
  const { submit, isPending, error, isBlank, setIsBlank, reset } = useSubmitReply({
    postId,
    respondsTo,
    form,
    draft,
    field,
    onSent: close,
  });
  useEffect(() => {
    // It grows below the focus, on a phone behind the bar or the keyboard.
    if (isExpanded && document.activeElement === field.current)
      field.current?.form?.scrollIntoView({ block: "nearest" });
  }, [isExpanded]);
  useInsertQuote({ respondsTo, draft, field, onInsert: () => setIsExpanded(true) });

  async function cancel() {
    if (!(await confirmDiscard(draft))) return;
    reset();
    close();
    // The focus stays on the box, which opens again with the next key or click.
    if (!onClose) field.current?.focus({ preventScroll: true });
  }

  return (
    <form
      className={`${styles.form} ${isExpanded ? "" : styles.oneLine}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isExpanded && (
        <>
          <ReadersNote visibility={visibility} topic={topic} />
          <RulesNote forumId={forumId} />
        </>
      )}
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={field}
        data-shortcut={respondsTo ? undefined : "reply"}
        label={respondsTo ? t`Your reply` : t`Write a reply`}
        hideLabel
        placeholder={t`Write a reply…`}
        rows={isExpanded ? 3 : 1}
        isCompact={!isExpanded}
        maxLength={MAX_LENGTH}
        value={draft.text}
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
          <Button type="submit" variant="primary" aria-disabled={isPending}>
            {t`Post reply`}
          </Button>
          <Button onClick={() => void cancel()}>{t`Cancel`}</Button>
        </div>
      )}
    </form>
  );
}

function useReplyDraft(postId: number, respondsTo: number | undefined) {
  const { title: about } = useThread();
  const draftKey = useDraftKey(postId, respondsTo);
  // First, so that it hears of what the server's copy replaces.
  const draft = useDraft(draftKey);
  const to = respondsTo ? paths.reply(postId, respondsTo) : paths.post(postId);
  const form = { key: formKey(postId, respondsTo), to, about };
  useDraftSync({ ...form, fields: { text: draftKey } });
  return { draft, form };
}

type InsertOptions = {
  respondsTo: number | undefined;
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: () => void;
};

/** Puts a quote from the thread at the end of the text. */
function useInsertQuote({ respondsTo, draft: { text, setText }, field, onInsert }: InsertOptions) {
  const quote = useQuoteFor(respondsTo);
  const insert = useEffectEvent((quoted: string) => {
    const box = field.current;
    quoting.set(null);
    onInsert();
    flushSync(() => setText(text.trim() ? `${text.trimEnd()}\n\n${quoted}` : quoted));
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
    box?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => {
    // React allows no synchronous render inside an effect.
    if (quote !== undefined) queueMicrotask(() => insert(quote));
  }, [quote]);
}

/** True where the focus comes from a button of the same form, such as Cancel. */
function isWithin(from: Element | null, field: HTMLTextAreaElement | null) {
  return from instanceof HTMLButtonElement && from.form !== null && from.form === field?.form;
}

import { t } from "@lingui/core/macro";
import { useRef, useState, type RefObject } from "react";
import { fieldErrors } from "../../error";
import { notify } from "../../ui/notify";
import { useFocusOnError } from "../../ui/useFocusOnError";
import type { DraftForm } from "../drafts/draftForm";
import type { Draft } from "../drafts/useDraft";
import { useThread } from "./threadState";
import { useSendReply } from "./useReplies";

const REPEAT_MS = 1000;

type Options = {
  postId: number;
  respondsTo: number | undefined;
  form: Pick<DraftForm, "key" | "to" | "about">;
  draft: Draft;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called unless somebody goes on typing. */
  onSent: () => void;
};

/** Sends the text of a reply's box and shows the reply; says at the box why it was not sent. */
export function useSubmitReply(options: Options) {
  const { postId, respondsTo, form, draft, field, onSent } = options;
  const { reveal } = useThread();
  const {
    mutateAsync,
    isPending,
    error: refusal,
    reset,
  } = useSendReply({ postId, respondsTo: respondsTo ?? null }, form);
  const isSending = useRef(false);
  const sentAt = useRef(0);
  const [isBlank, setIsBlank] = useState(false);
  const error = isBlank ? t`Comment cannot be empty.` : fieldErrors(refusal).description;
  useFocusOnError(field, error);

  function refuseBlank() {
    // The second Ctrl+Enter of a double press belongs to the text just sent.
    const isRepeated = Date.now() - sentAt.current < REPEAT_MS;
    if (respondsTo || isRepeated) return;
    setIsBlank(true);
    notify(t`Comment cannot be empty.`);
    field.current?.focus({ preventScroll: true });
  }
  async function submit() {
    const { text } = draft;
    // A second Ctrl+Enter arrives before the pending state is rendered.
    if (isSending.current) return;
    if (!text.trim()) return refuseBlank();
    isSending.current = true;
    try {
      const reply = await mutateAsync(text.trim());
      sentAt.current = Date.now();
      // Don't move a user who is still typing.
      const isTypingOn = field.current !== null && field.current.value !== text;
      draft.clearSent(text);
      if (isTypingOn) return;
      onSent();
      if (reply) reveal(reply.id);
    } catch {
      // The mutation shows the error; the text stays.
    } finally {
      isSending.current = false;
    }
  }
  return {
    submit,
    isPending,
    error,
    isBlank,
    setIsBlank,
    reset() {
      setIsBlank(false);
      reset();
    },
  };
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useUser } from "../../api/session";
import type { User } from "../../api/types";
import { fieldErrors } from "../../error";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { useFocusOnError } from "../../ui/useFocusOnError";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { Composer } from "../composer/Composer";
import { sendOnEnter } from "../composer/submit";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import styles from "./Chat.module.css";
import { useEnterSends } from "./enterSends";
import { useSendMessage } from "./useMessages";

const REPEAT_MS = 1000;
/** Windows that are low or enlarged: the log keeps half of the height, so the box goes without its tools. */
const SHORT = "(max-height: 34rem)";

/** The key of the draft of a message. */
export const formKey = (personId: number) => `message-${personId}`;

type Props = { person: User; autoFocus: boolean; onSent: () => void };

export function MessageForm({ person, autoFocus, onSent }: Props) {
  const user = useUser();
  const form = {
    key: formKey(person.id),
    to: paths.chat(person.id),
    about: person.username,
  };
  const draftKey = `${user?.id}:${form.key}`;
  const draft = useDraft(draftKey);
  useDraftSync({ ...form, fields: { text: draftKey } });
  const send = useSendMessage(person.id, form);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isUsed, setIsUsed] = useState(draft.text !== "");
  // A second press arrives before the pending state is rendered.
  const isSending = useRef(false);
  const sentAt = useRef(0);
  const [isBlank, setIsBlank] = useState(false);
  const error = isBlank ? t`Message cannot be empty.` : fieldErrors(send.error).message;
  useFocusOnError(box, error);
  const isShort = useMediaQuery(SHORT);
  const enterSends = useEnterSends();
  const keysHint = isUsed && !isShort && t`Enter sends, Shift+Enter starts a new line.`;
  async function submit() {
    const { text } = draft;
    if (isSending.current) return;
    // The second Ctrl+Enter of a double press belongs to the text just sent.
    if (!text.trim()) {
      setIsBlank(Date.now() - sentAt.current >= REPEAT_MS);
      return box.current?.focus();
    }
    isSending.current = true;
    box.current?.focus();
    try {
      await send.mutateAsync(text.trim());
    } catch {
      return;
    } finally {
      isSending.current = false;
    }
    sentAt.current = Date.now();
    draft.clearSent(text);
    onSent();
  }
  return (
    <form
      className={styles.form}
      data-at-bottom
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={box}
        label={t`Message`}
        hideLabel
        placeholder={t`Message ${person.username}`}
        autoFocus={autoFocus}
        rows={1}
        isCompact={!isUsed || isShort}
        {...(enterSends && { onKeyDown: sendOnEnter, enterKeyHint: "send", hint: keysHint })}
        onFocus={() => setIsUsed(true)}
        maxLength={5000}
        value={draft.text}
        error={error}
        onText={(text) => {
          setIsBlank(false);
          draft.setText(text);
        }}
      />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}

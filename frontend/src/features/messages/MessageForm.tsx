import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useUser } from "../../api/session";
import type { User } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Composer } from "../../ui/composer/Composer";
import { DraftNotice } from "../../ui/DraftNotice";
import { useDraftSync } from "../../ui/useDraftSync";
import { useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useSendMessage } from "./useMessages";

type Props = { person: User; autoFocus: boolean; onSent: () => void };

export function MessageForm({ person, autoFocus, onSent }: Props) {
  const user = useUser();
  const key = `message-${person.id}`;
  const draftKey = `${user?.id}:${key}`;
  const draft = useDraft(draftKey);
  useDraftSync({
    key,
    to: paths.chat(person.id),
    about: person.username,
    fields: { text: draftKey },
  });
  const send = useSendMessage(person.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isUsed, setIsUsed] = useState(draft.text !== "");
  // A second press comes before the first one is rendered.
  const isSending = useRef(false);
  async function submit() {
    const { text } = draft;
    if (!text.trim() || isSending.current) return;
    isSending.current = true;
    box.current?.focus();
    try {
      await send.mutateAsync(text.trim());
    } catch {
      return;
    } finally {
      isSending.current = false;
    }
    draft.clearSent(text);
    onSent();
  }
  return (
    <form
      className={styles.form}
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
        isCompact={!isUsed}
        onFocus={() => setIsUsed(true)}
        maxLength={5000}
        value={draft.text}
        onText={draft.setText}
      />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}

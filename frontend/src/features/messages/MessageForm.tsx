import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef } from "react";
import { useUser } from "../../api/session";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { DraftNotice } from "../../ui/DraftNotice";
import { TextArea } from "../../ui/fields";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useSendMessage } from "./useMessages";

type Props = { person: User; autoFocus: boolean; onSent: () => void };

export function MessageForm({ person, autoFocus, onSent }: Props) {
  const user = useUser();
  const draft = useDraft(`${user?.id}:message-${person.id}`);
  const send = useSendMessage(person.id);
  const box = useRef<HTMLTextAreaElement>(null);
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
      <TextArea
        ref={box}
        label={t`Message`}
        hideLabel
        placeholder={t`Message ${person.username}`}
        autoFocus={autoFocus}
        rows={1}
        maxLength={5000}
        value={draft.text}
        dir="auto"
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={sendOnCtrlEnter}
      />
      <Button type="submit" variant="primary" disabled={send.isPending}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}

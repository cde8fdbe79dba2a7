import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useUser } from "../../api/session";
import type { Message } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Composer } from "../../ui/composer/Composer";
import { DraftNotice } from "../../ui/DraftNotice";
import { sendOnCtrlEnter } from "../../ui/submit";
import { useDraftSync } from "../../ui/useDraftSync";
import { confirmDiscard, useDraft } from "../../ui/useDraft";
import styles from "./Chat.module.css";
import { useEditMessage } from "./useMessages";

type Props = { message: Message; peerId: number; onClose: (hadFocus: boolean) => void };

export function MessageEditor({ message, peerId, onClose }: Props) {
  const user = useUser();
  const key = `message-edit-${message.id}`;
  const draftKey = `${user?.id}:${key}`;
  const draft = useDraft(draftKey, message.message);
  useDraftSync({ key, to: paths.chat(peerId), about: "", fields: { text: draftKey } });
  const edit = useEditMessage(peerId, message.id);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const end = box.current?.value.length ?? 0;
    box.current?.focus();
    box.current?.setSelectionRange(end, end);
  }, []);
  function close() {
    const { activeElement } = document;
    onClose(activeElement === document.body || form.current?.contains(activeElement) === true);
  }
  async function cancel() {
    if (await confirmDiscard(draft)) onClose(true);
  }
  async function save() {
    const { text } = draft;
    if (!text.trim() || edit.isPending) return;
    try {
      await edit.mutateAsync(text.trim());
    } catch {
      return;
    }
    draft.clearSent(text);
    // Text typed meanwhile is not saved yet.
    if (box.current?.value === text) close();
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Escape") void cancel();
    else sendOnCtrlEnter(event);
  }
  return (
    <form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={box}
        label={t`Edit message`}
        hideLabel
        rows={2}
        maxLength={5000}
        value={draft.text}
        onText={draft.setText}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" aria-disabled={edit.isPending}>
          <Trans>Save</Trans>
        </Button>
        <Button onClick={() => void cancel()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

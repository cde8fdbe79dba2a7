import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Composer } from "../../ui/composer/Composer";
import { DraftNotice } from "../../ui/DraftNotice";
import { sendOnCtrlEnter } from "../../ui/submit";
import { confirmDiscard, hasDraft, useDraft } from "../../ui/useDraft";
import { useDraftSync } from "../../ui/useDraftSync";
import { MAX_LENGTH } from "./ReplyForm";
import styles from "./ReplyForm.module.css";
import { useThread } from "./threadState";
import { useEditReply } from "./useReplies";

const keyOf = (id: number) => `reply-edit-${id}`;

/** Whether the member has begun to edit a reply, as before a login in the middle of it. */
export function useHasEdit(id: number): boolean {
  const user = useUser();
  return user !== null && hasDraft(`${user.id}:${keyOf(id)}`);
}

type Props = { reply: Reply; autoFocus: boolean; onClose: () => void };

/** Edits a reply where it stands. */
export function ReplyEditor({ reply, autoFocus, onClose }: Props) {
  const user = useUser();
  const key = keyOf(reply.id);
  const draftKey = `${user?.id}:${key}`;
  const draft = useDraft(draftKey, reply.description);
  const to = paths.reply(reply.postId, reply.id);
  useDraftSync({ key, to, about: useThread().title, fields: { text: draftKey } });
  const edit = useEditReply(reply);
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!autoFocus) return;
    const end = box.current?.value.length ?? 0;
    box.current?.focus();
    box.current?.setSelectionRange(end, end);
  }, [autoFocus]);
  async function cancel() {
    if (await confirmDiscard(draft)) onClose();
  }
  async function save() {
    const { text } = draft;
    if (!text.trim() || edit.isPending) return;
    try {
      await edit.mutateAsync(text.trim());
    } catch {
      // Told by the mutation; the text stays.
      return;
    }
    draft.clearSent(text);
    // What was typed meanwhile is not saved yet.
    if (box.current?.value === text) onClose();
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={box}
        label={t`Edit reply`}
        hideLabel
        rows={3}
        maxLength={MAX_LENGTH}
        value={draft.text}
        onText={draft.setText}
        onKeyDown={(event) => {
          if (event.key === "Escape") void cancel();
          else sendOnCtrlEnter(event);
        }}
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

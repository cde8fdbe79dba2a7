import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { useFocusOnError } from "../../ui/useFocusOnError";
import { DraftNotice } from "../drafts/DraftNotice";
import { confirmDiscard, useDraft } from "../drafts/useDraft";
import { useDraftSync } from "../drafts/useDraftSync";
import { Composer } from "./Composer";
import styles from "./InlineEditor.module.css";
import { sendOnCtrlEnter } from "./submit";

type Props = {
  /** The key of the draft, without the user. */
  draftKey: string;
  /** The address and title that the list of drafts shows. */
  to: string;
  about: string;
  /** The text being edited. */
  initial: string;
  label: string;
  rows: number;
  maxLength: number;
  autoFocus?: boolean;
  className?: string | undefined;
  isSaving: boolean;
  /** Why the text was refused. */
  error: string | undefined;
  /** The error for a blank text. */
  blankError: string;
  /** Shows its own error if it fails; the text stays. */
  onSave: (text: string) => Promise<unknown>;
  /** `hadFocus`: the focus was in the editor, or nowhere else. */
  onClose: (hadFocus: boolean) => void;
};

/** Edits a text in place. */
export function InlineEditor({ draftKey: key, to, about, initial, label, ...props }: Props) {
  const {
    rows,
    maxLength,
    autoFocus = true,
    className = "",
    isSaving,
    blankError,
    onSave,
    onClose,
  } = props;
  const draftKey = `${useUser()?.id}:${key}`;
  const draft = useDraft(draftKey, initial);
  useDraftSync({ key, to, about, fields: { text: draftKey } });
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isBlank, setIsBlank] = useState(false);
  const error = isBlank ? blankError : props.error;
  useFocusOnError(box, error);
  useEffect(() => {
    if (!autoFocus) return;
    const end = box.current?.value.length ?? 0;
    box.current?.focus();
    box.current?.setSelectionRange(end, end);
  }, [autoFocus]);
  function close() {
    const { activeElement } = document;
    onClose(activeElement === document.body || form.current?.contains(activeElement) === true);
  }
  async function cancel() {
    if (await confirmDiscard(draft)) onClose(true);
  }
  async function save() {
    const { text } = draft;
    if (isSaving) return;
    setIsBlank(!text.trim());
    if (!text.trim()) return box.current?.focus();
    try {
      await onSave(text.trim());
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
      className={`${styles.form} ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DraftNotice drafts={[draft]} />
      <Composer
        ref={box}
        label={label}
        hideLabel
        rows={rows}
        maxLength={maxLength}
        value={draft.text}
        error={error}
        onText={(text) => {
          setIsBlank(false);
          draft.setText(text);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" aria-disabled={isSaving}>
          <Trans>Save</Trans>
        </Button>
        <Button onClick={() => void cancel()}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}

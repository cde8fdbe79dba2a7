import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { Button } from "../../ui/Button";
import styles from "./DraftNotice.module.css";
import { confirmDiscard, type Draft } from "./useDraft";

/** Says that a form shows text from an earlier visit, with a button to discard it. */
export function DraftNotice({ drafts }: { drafts: Draft[] }) {
  return (
    <>
      <Restored drafts={drafts} />
      <Other drafts={drafts.filter(({ other }) => other !== undefined)} />
    </>
  );
}

function Restored({ drafts }: { drafts: Draft[] }) {
  const refusal = drafts.find((draft) => draft.refusal)?.refusal;
  const isOutdated = drafts.some((draft) => draft.isOutdated);
  const isWarning = isOutdated || refusal !== undefined;
  if (!isOutdated && !drafts.some((draft) => draft.isRestored)) return null;
  const discard = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (await confirmDiscard(...drafts)) focusFirst(form);
  };
  return (
    <p
      className={`${styles.notice} ${isWarning ? styles.warning : ""}`}
      role={isWarning ? "alert" : undefined}
    >
      {refusal ? (
        <Trans>Not sent. {refusal}</Trans>
      ) : isOutdated ? (
        <Trans>The text has changed since you began your draft. Saving replaces it.</Trans>
      ) : (
        <Trans>Draft restored</Trans>
      )}
      <Button variant="ghost" onClick={(event) => void discard(event)}>
        <Trans>Discard</Trans>
      </Button>
    </p>
  );
}

/** Offers the older text after two tabs or devices have written for the same form. */
function Other({ drafts }: { drafts: Draft[] }) {
  if (drafts.length === 0) return null;
  return (
    <p className={styles.notice}>
      <Trans>You have another version of this draft</Trans>
      <Button variant="ghost" onClick={() => drafts.forEach((draft) => draft.swapOther())}>
        <Trans>Show it instead</Trans>
      </Button>
      <Button
        variant="ghost"
        onClick={({ currentTarget: { form } }) => {
          for (const draft of drafts) draft.dropOther();
          focusFirst(form);
        }}
      >
        <Trans>Discard it</Trans>
      </Button>
    </p>
  );
}

function focusFirst(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>("input:not([hidden]), textarea")?.focus();
}

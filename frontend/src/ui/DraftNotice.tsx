import { Trans } from "@lingui/react/macro";
import type { MouseEvent } from "react";
import { Button } from "./Button";
import styles from "./DraftNotice.module.css";
import { confirmDiscard, type Draft } from "./useDraft";

/** Says that a form shows text of an earlier visit, and offers to discard it. */
export function DraftNotice({ drafts }: { drafts: Draft[] }) {
  const isOutdated = drafts.some((draft) => draft.isOutdated);
  if (!isOutdated && !drafts.some((draft) => draft.isRestored)) return null;
  const discard = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (await confirmDiscard(...drafts))
      form?.querySelector<HTMLElement>("input, textarea")?.focus();
  };
  return (
    <p
      className={`${styles.notice} ${isOutdated ? styles.outdated : ""}`}
      role={isOutdated ? "alert" : undefined}
    >
      {isOutdated ? (
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

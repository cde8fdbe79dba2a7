import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { notify } from "../../ui/notify";
import { Time } from "../../ui/Time";
import styles from "./EditedMark.module.css";
import type { Revisable } from "./queries";

type Parts = typeof import("./Revisions");
type Props = {
  of: Revisable;
  /** When the text was edited. */
  at: string | undefined;
};

/** "edited", which opens the versions with their differences. */
export function EditedMark({ of: written, at }: Props) {
  const [parts, setParts] = useState<Parts>();
  const open = () =>
    import("./Revisions").then(setParts, () => notify(t`Server could not be reached.`));
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        title={t`Show versions`}
        aria-haspopup="dialog"
        onClick={() => void open()}
      >
        {at ? (
          <Trans>
            edited <Time at={at} />
          </Trans>
        ) : (
          <Trans>edited</Trans>
        )}
      </button>
      {parts && <parts.Revisions of={written} onClose={() => setParts(undefined)} />}
    </>
  );
}

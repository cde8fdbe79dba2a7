import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import styles from "./EditedMark.module.css";
import { notify } from "./notify";
import { revisionQueries, type Written } from "./revisionQueries";
import { Time } from "./Time";

type Parts = typeof import("./Revisions");
type Props = {
  of: Written;
  /** Asks when it was edited: for what stands by itself, not for each item of a list. */
  withTime?: boolean;
};

/** "edited", which opens the versions with their differences. */
export function EditedMark({ of: written, withTime = false }: Props) {
  const { data } = useQuery({ ...revisionQueries.of(written), enabled: withTime });
  const [parts, setParts] = useState<Parts>();
  const open = () =>
    import("./Revisions").then(setParts, () => notify(t`Server could not be reached.`));
  const at = withTime && data?.[0]?.at;
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

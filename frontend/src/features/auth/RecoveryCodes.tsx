import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useId, useRef } from "react";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { saveFile } from "../../ui/saveFile";
import { Toolbar } from "../../ui/Screen";
import styles from "./RecoveryCodes.module.css";

/** Shows recovery codes once, and takes the focus from the form that they replace. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const note = useId();
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={t`Recovery codes`}
      aria-describedby={note}
      className={styles.codes}
    >
      <ol dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Toolbar>
        <Button onClick={() => void copyText(codes.join("\n"), t`Codes copied.`)}>
          <Trans>Copy codes</Trans>
        </Button>
        <Button onClick={() => saveFile(new Blob([codes.join("\n")]), "recovery-codes.txt")}>
          <Trans>Download</Trans>
        </Button>
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </Toolbar>
      <p id={note} className={styles.note}>
        <Trans>
          You won't see these codes again. Print them or put them into a password manager. Each code
          sets a new password once, and anyone who has one can use it.
        </Trans>
      </p>
    </div>
  );
}

import { useEffect, useId, useRef } from "react";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import styles from "./RecoveryCodes.module.css";

/** Codes that are shown this once; they take the focus from the form that they stand in for. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const note = useId();
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label="Recovery codes"
      aria-describedby={note}
      className={styles.codes}
    >
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button onClick={() => void copyText(codes.join("\n"), "Codes copied.")}>Copy codes</Button>
      <p id={note} className={styles.note}>
        They are shown this once. Print them or put them into a password manager: each sets a new
        password one time, and whoever has one can do so.
      </p>
    </div>
  );
}

import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import styles from "./RecoveryCodes.module.css";

/** Codes that are shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className={styles.codes}>
      <ol aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button onClick={() => void copyText(codes.join("\n"), "Codes copied.")}>Copy codes</Button>
      <p className={styles.note}>
        They are shown this once. Print them or put them into a password manager: each sets a new
        password one time, and whoever has one can do so.
      </p>
    </div>
  );
}

import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./States.module.css";

/** The cube appears only after a moment, so that a quick answer does not flicker. */
export function Loading() {
  return (
    <div className={styles.state} role="status">
      <span className={styles.cube} aria-hidden="true" />
      <p>Loading . . .</p>
    </div>
  );
}

export function Empty({ children }: { children?: ReactNode }) {
  return (
    <div className={`${styles.state} ${styles.empty}`}>
      <p>Wow, such empty!</p>
      {children}
    </div>
  );
}

export function Failed({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <p>{text}</p>
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}

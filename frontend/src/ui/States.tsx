import type { ReactNode } from "react";
import { detailOf } from "../api/error";
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

type Failure = { text: string; error?: unknown; onRetry?: () => void };

/** The server's own reason stands on a second line. */
export function ErrorState({ text, error, onRetry }: Failure) {
  const reason = detailOf(error);
  return (
    <div className={`${styles.state} ${styles.failed}`} role="alert">
      <p>{text}</p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}

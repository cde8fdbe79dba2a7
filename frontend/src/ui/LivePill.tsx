import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./LivePill.module.css";

type Props = {
  /** Says what is new; nothing shows where there is nothing. */
  children: ReactNode;
  busy?: boolean;
  onClick: () => void;
};

/** Offers what has arrived, over the page. The live region is there before its text. */
export function LivePill({ children, busy = false, onClick }: Props) {
  return (
    <div className={styles.place} aria-live="polite">
      {children && (
        <Button
          variant="primary"
          icon="up"
          className={styles.pill}
          data-shortcut="new"
          aria-disabled={busy}
          onClick={() => busy || onClick()}
        >
          {children}
        </Button>
      )}
    </div>
  );
}

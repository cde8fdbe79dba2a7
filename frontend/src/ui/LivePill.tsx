import type { ReactNode } from "react";
import { Button } from "./Button";
import styles from "./LivePill.module.css";

type Props = {
  /** The label; without it there is no button. */
  children: ReactNode;
  busy?: boolean;
  /** Where it leads; up by default. */
  icon?: "up" | "down";
  onClick: () => void;
};

/** A button over the page that shows what has arrived. The live region exists before its text. */
export function LivePill({ children, busy = false, icon = "up", onClick }: Props) {
  return (
    <div className={styles.place} aria-live="polite">
      {children && (
        <Button
          variant="primary"
          icon={icon}
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

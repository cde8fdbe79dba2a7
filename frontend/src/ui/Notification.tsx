import { t } from "@lingui/core/macro";
import { Icon } from "./Icon";
import styles from "./Notification.module.css";
import { dismiss, notice } from "./notify";
import { createStore } from "./store";

/** The modal dialogs that are open, the topmost last: everything outside of that one is inert. */
export const openDialogs = createStore<readonly string[]>([]);

/**
 * Shows the notification. The page and each dialog render one, and the topmost shows it. The live region
 * exists before its text, so that screen readers announce it.
 */
export function Notification({ dialog }: { dialog?: string }) {
  const current = notice.use();
  const isTopmost = openDialogs.use().at(-1) === dialog;
  const shown = isTopmost ? current : null;
  return (
    <>
      <div aria-live="polite">{shown && shown.type !== "error" && <Toast role="status" />}</div>
      {shown?.type === "error" && <Toast role="alert" />}
    </>
  );
}

function Toast({ role }: { role: "alert" | "status" }) {
  const current = notice.use();
  if (!current) return null;
  const { message, detail, type } = current;
  return (
    <div className={`${styles.notice} ${styles[type]}`} role={role}>
      <div className={styles.text}>
        <p className={styles.message}>{message}</p>
        {detail && <div>{detail}</div>}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={t`Close notification`}
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

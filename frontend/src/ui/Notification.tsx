import styles from "./Notification.module.css";
import { Icon } from "./Icon";
import { dismiss, notice } from "./notify";

export function Notification() {
  const current = notice.use();
  if (!current) return null;
  const { message, detail, type } = current;
  return (
    <div
      className={`${styles.notice} ${styles[type]}`}
      role={type === "error" ? "alert" : "status"}
    >
      <div>
        <p className={styles.message}>{message}</p>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label="Close notification"
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

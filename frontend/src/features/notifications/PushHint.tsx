import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { dismissPush } from "./pushOffer";
import { useDevice } from "./useDevice";
import styles from "./PushHint.module.css";

/** Offers notifications where they are possible and off; the browser asks only after the click. */
export function PushHint() {
  const { query, turn, isPending } = useDevice();
  if (query.data !== "off") return null;
  return (
    <aside className={styles.hint} aria-label={t`Notifications`}>
      <p>{t`Get told when someone answers?`}</p>
      <Button disabled={isPending} onClick={() => turn(true)}>{t`Turn on notifications`}</Button>
      <Button variant="ghost" aria-label={t`Dismiss`} title={t`Dismiss`} onClick={dismiss}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}

function dismiss() {
  dismissPush();
  // The button goes with the line.
  document.getElementById("content")?.focus();
}

import { t } from "@lingui/core/macro";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { TextField } from "../../ui/fields";
import styles from "./Webhooks.module.css";

/** The secret of a new webhook, to copy. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <div className={styles.secret} role="status">
      <TextField
        label={t`Secret`}
        readOnly
        dir="ltr"
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        hint={t`Your program checks signatures with it. It is not shown again.`}
      />
      <Button onClick={() => void copyText(secret, t`Secret copied.`)}>{t`Copy secret`}</Button>
    </div>
  );
}

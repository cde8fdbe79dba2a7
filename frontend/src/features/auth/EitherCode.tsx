import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { CodeField } from "./CodeField";
import styles from "./Form.module.css";

/** Asks for a code of the app, or a recovery code in its place. */
export function EitherCode({ error }: { error?: string }) {
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <>
      <CodeField isRecovery={isRecovery} error={error} />
      <p className={styles.aside}>
        <Button variant="ghost" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? t`Use the code of your app` : t`Use a recovery code`}
        </Button>
      </p>
    </>
  );
}

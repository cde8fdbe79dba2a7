import { t } from "@lingui/core/macro";
import { Button } from "./Button";
import { question } from "./confirm";
import { Dialog } from "./Dialog";

export function ConfirmDialog() {
  const asked = question.use();
  if (!asked) return null;
  const { text, action, variant, answer } = asked;
  return (
    <Dialog
      title={text}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t`Cancel`}</Button>
          <Button variant={variant} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}

import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Button } from "./Button";
import { question } from "./confirm";
import { Dialog } from "./Dialog";
import fields from "./fields.module.css";
import { Form } from "./Form";
import { Field } from "./Select";

export function ConfirmDialog() {
  const asked = question.use();
  const form = useId();
  if (!asked) return null;
  const { text, action, variant, asksReason, answer } = asked;
  return (
    <Dialog
      title={text}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t`Cancel`}</Button>
          {asksReason ? (
            <Button type="submit" form={form} variant={variant}>
              {action}
            </Button>
          ) : (
            <Button variant={variant} onClick={() => answer(true)}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {asksReason && (
        <Form id={form} onSubmit={(data) => answer(true, String(data.get("reason")).trim())}>
          <ReasonField />
        </Form>
      )}
    </Dialog>
  );
}

function ReasonField() {
  return (
    <Field label={t`Reason (optional)`} hint={t`Everybody can read it in the moderation log.`}>
      {(field) => (
        <textarea
          className={fields.control}
          name="reason"
          rows={2}
          dir="auto"
          maxLength={500}
          {...field}
        />
      )}
    </Field>
  );
}

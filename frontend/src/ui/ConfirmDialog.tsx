import { plural, t } from "@lingui/core/macro";
import { useId } from "react";
import { Button } from "./Button";
import { question, type Confirmed } from "./confirm";
import { Dialog } from "./Dialog";
import fields from "./fields.module.css";
import { Form } from "./Form";
import { ReasonField } from "./ReasonField";
import { Select } from "./Select";

export function ConfirmDialog() {
  const asked = question.use();
  const form = useId();
  if (!asked) return null;
  const { text, action, variant, asks, answer } = asked;
  const hasForm = asks.reason || asks.days;
  const note = asks.note && (
    <p id={`${form}-note`} className={fields.note}>
      {asks.note}
    </p>
  );
  return (
    <Dialog
      title={text}
      describedBy={asks.note && `${form}-note`}
      onClose={() => answer(null)}
      actions={
        <>
          <Button onClick={() => answer(null)}>{t`Cancel`}</Button>
          {hasForm ? (
            <Button type="submit" form={form} variant={variant}>
              {action}
            </Button>
          ) : (
            <Button variant={variant} onClick={() => answer({})}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {hasForm ? (
        <Form id={form} onSubmit={(data) => answer(confirmed(data))}>
          {note}
          {asks.days && <DaysField />}
          {asks.reason && <ReasonField {...asks.reason} />}
        </Form>
      ) : (
        note
      )}
    </Dialog>
  );
}

function confirmed(data: FormData): Confirmed {
  const reason = String(data.get("reason") ?? "").trim();
  const days = Number(data.get("days"));
  return { ...(reason && { reason }), ...(days > 0 && { days }) };
}

function DaysField() {
  return (
    <Select label={t`Duration`} name="days" defaultValue="7">
      <option value="">{t`Permanent`}</option>
      {[1, 7, 30, 365].map((days) => (
        <option key={days} value={days}>
          {plural(days, { one: "# day", other: "# days" })}
        </option>
      ))}
    </Select>
  );
}

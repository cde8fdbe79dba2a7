import { plural, t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { Button } from "./Button";
import { question, type Confirmed, type Question } from "./confirm";
import { Dialog } from "./Dialog";
import fields from "./fields.module.css";
import { Form } from "./Form";
import { ReasonField } from "./ReasonField";
import { Select } from "./Select";

export function ConfirmDialog() {
  const asked = question.use();
  const [sent, setSent] = useState<Question>();
  const form = useId();
  if (!asked) return null;
  const { text, action, variant, asks, answer } = asked;
  const hasForm = asks.reason || asks.days;
  const isPending = sent === asked;
  const submit = async (given: Confirmed) => {
    if (isPending) return;
    setSent(asked);
    // Without fields there is nothing to keep.
    if (!hasForm) question.set(null);
    const result = await asks.send?.(given).catch(() => false);
    if (result !== false) answer(given);
    else if (hasForm) setSent(undefined);
    else answer(null);
  };
  // What is being sent still arrives.
  const close = () => (isPending ? question.set(null) : answer(null));
  const note = asks.note && (
    <p id={`${form}-note`} className={fields.note}>
      {asks.note}
    </p>
  );
  return (
    <Dialog
      title={text}
      describedBy={asks.note && `${form}-note`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t`Cancel`}</Button>
          {hasForm ? (
            <Button type="submit" form={form} variant={variant} aria-disabled={isPending}>
              {action}
            </Button>
          ) : (
            <Button variant={variant} aria-disabled={isPending} onClick={() => void submit({})}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {hasForm ? (
        <Form id={form} isPending={isPending} onSubmit={(data) => void submit(confirmed(data))}>
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

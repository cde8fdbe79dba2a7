import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Button } from "./Button";
import type { AskedReason } from "./confirm";
import fields from "./fields.module.css";
import { Field } from "./Select";

/** A text field for a reason, with buttons that insert prepared ones. */
export function ReasonField({ hint, prepared, initial }: AskedReason) {
  const box = useRef<HTMLTextAreaElement>(null);
  const take = (name: string) => {
    if (!box.current) return;
    const typed = box.current.value.trim();
    box.current.value = !typed || prepared.includes(typed) ? name : `${name}: ${typed}`;
    box.current.focus();
  };
  return (
    <div className={fields.reason}>
      <Field label={t`Reason (optional)`} hint={hint}>
        {(field) => (
          <textarea
            ref={box}
            className={fields.control}
            name="reason"
            defaultValue={initial}
            rows={2}
            dir="auto"
            maxLength={500}
            {...field}
          />
        )}
      </Field>
      {prepared.length > 0 && (
        <div role="group" aria-label={t`Common reasons`} className={fields.actions}>
          {prepared.map((name) => (
            <Button key={name} className={fields.chip} onClick={() => take(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

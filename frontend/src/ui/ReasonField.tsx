import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Button } from "./Button";
import fields from "./fields.module.css";
import { reasonNames } from "./reports";
import { Field } from "./Select";

/** A text field for a reason, with buttons that insert common ones. */
export function ReasonField({ isPrepared }: { isPrepared: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { other: _, ...names } = reasonNames();
  const prepared = Object.values(names);
  const take = (name: string) => {
    if (!box.current) return;
    const typed = box.current.value.trim();
    box.current.value = !typed || prepared.includes(typed) ? name : `${name}: ${typed}`;
    box.current.focus();
  };
  return (
    <div className={fields.reason}>
      <Field label={t`Reason (optional)`} hint={t`Everybody can read it in the moderation log.`}>
        {(field) => (
          <textarea
            ref={box}
            className={fields.control}
            name="reason"
            rows={2}
            dir="auto"
            maxLength={500}
            {...field}
          />
        )}
      </Field>
      {isPrepared && (
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

import { t } from "@lingui/core/macro";
import { useId } from "react";
import type { Visibility } from "../../api/types";
import fields from "../../ui/fields.module.css";
import { VisibilityIcon } from "../access/VisibilityIcon";

type Choice = { visibility: Visibility; name: string; hint: string };

const choices = (): Choice[] => [
  {
    visibility: "public",
    name: t`Public`,
    hint: t`Everyone can read it, also without an account.`,
  },
  {
    visibility: "members",
    name: t`Members only`,
    hint: t`Only people who are signed in can read it.`,
  },
  {
    visibility: "private",
    name: t`Private`,
    hint: t`Only the members of this forum, its moderators and admins can read it. Nobody else finds it.`,
  },
];

type Props = { value: Visibility; onChange: (visibility: Visibility) => void };

/** Who may read a forum. */
export function VisibilityField({ value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={fields.choices}>
      <legend>{t`Who can read this forum?`}</legend>
      {choices().map(({ visibility, name, hint }) => (
        <div key={visibility}>
          <label className={fields.choice}>
            <input
              type="radio"
              name={id}
              checked={visibility === value}
              aria-describedby={`${id}-${visibility}`}
              onChange={() => onChange(visibility)}
            />
            <VisibilityIcon of={visibility} />
            {name}
          </label>
          <p id={`${id}-${visibility}`} className={fields.note}>
            {hint}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

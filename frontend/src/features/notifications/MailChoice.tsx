import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { NotificationSettings } from "../../api/types";
import fields from "../../ui/fields.module.css";
import { notificationQueries } from "./queries";
import { useSaveSettings } from "./useSaveSettings";

type Frequency = NotificationSettings["mail"];

const choices = (): { frequency: Frequency; name: string; hint?: string }[] => [
  { frequency: "off", name: t`None` },
  {
    frequency: "each",
    name: t`Soon after each`,
    hint: t`What you haven't read after a few minutes.`,
  },
  {
    frequency: "daily",
    name: t`Daily digest`,
    hint: t`What is unread, and what is popular in your favorite forums.`,
  },
  { frequency: "weekly", name: t`Weekly digest` },
];

/** How often mails about notifications come; each choice is saved at once. */
export function MailChoice() {
  const id = useId();
  const { data: settings } = useQuery(notificationQueries.settings());
  const { mutate } = useSaveSettings();
  if (!settings) return null;
  return (
    <fieldset className={fields.choices}>
      <legend>{t`Mails about notifications`}</legend>
      {choices().map(({ frequency, name, hint }) => (
        <div key={frequency}>
          <label className={fields.choice}>
            <input
              type="radio"
              name={id}
              checked={frequency === settings.mail}
              aria-describedby={hint && `${id}-${frequency}`}
              onChange={() => mutate({ ...settings, mail: frequency })}
            />
            {name}
          </label>
          {hint && (
            <p id={`${id}-${frequency}`} className={fields.note}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { NotificationSettings as Settings } from "../../api/types";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/fields";
import { QueryBoundary } from "../../ui/States";
import { notificationQueries } from "./queries";
import { useSaveSettings } from "./useSaveSettings";
import styles from "./NotificationSettings.module.css";

/** The notification settings; each choice is saved at once. */
export function NotificationSettings() {
  const query = useQuery(notificationQueries.settings());
  const { mutate } = useSaveSettings();
  return (
    <Card as="section" aria-labelledby="notify-me">
      <h2 id="notify-me">{t`Notify me of`}</h2>
      <QueryBoundary query={query} failed={t`Couldn't load your settings. Try again.`}>
        {(settings) => (
          <div className={styles.choices}>
            {choices().map(({ key, label, hint }) => (
              <Checkbox
                key={key}
                label={label}
                hint={hint}
                checked={settings[key]}
                onChange={({ target }) => mutate({ ...settings, [key]: target.checked })}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

function choices(): { key: Exclude<keyof Settings, "mail">; label: string; hint?: string }[] {
  return [
    { key: "reply", label: t`Replies to what I wrote` },
    { key: "mention", label: t`Mentions of my name` },
    { key: "watchedPost", label: t`Replies in posts that I watch` },
    { key: "watchedForum", label: t`New posts in forums that I watch` },
    {
      key: "autoWatch",
      label: t`Watch posts automatically`,
      hint: t`Every post that you write or reply to, unless you have muted it.`,
    },
    {
      key: "push",
      label: t`On my devices, too`,
      hint: t`Those on which you turned notifications on.`,
    },
  ];
}

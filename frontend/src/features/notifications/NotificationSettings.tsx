import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { NotificationSettings as Settings } from "../../api/types";
import { Card } from "../../ui/Card";
import { Checkbox } from "../../ui/fields";
import { notify } from "../../ui/notify";
import { QueryBoundary } from "../../ui/States";
import { notificationQueries } from "./queries";
import styles from "./NotificationSettings.module.css";

/** The notification settings; each choice is saved at once. */
export function NotificationSettings() {
  const query = useQuery(notificationQueries.settings());
  const { mutate } = useSave();
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

function choices(): { key: keyof Settings; label: string; hint?: string }[] {
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

function useSave() {
  const client = useQueryClient();
  const { queryKey } = notificationQueries.settings();
  return useMutation({
    scope: { id: "notification-settings" },
    mutationFn: (body: Settings) => unwrap(api.PUT("/api/notifications/settings", { body })),
    async onMutate(next) {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, next);
      return before;
    },
    onSuccess: () => notify({ message: t`Settings saved.`, type: "success" }),
    onError(error, _, before) {
      client.setQueryData(queryKey, before);
      notifyFailure(t`Couldn't save your settings. Try again.`, error);
    },
  });
}

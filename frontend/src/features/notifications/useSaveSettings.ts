import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { NotificationSettings as Settings } from "../../api/types";
import { notify } from "../../ui/notify";
import { notificationQueries } from "./queries";

/** Saves all notification settings. */
export function useSaveSettings() {
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

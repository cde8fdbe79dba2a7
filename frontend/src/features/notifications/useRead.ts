import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notificationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { Notification } from "../../api/types";

/** Marks one as read at once, without waiting for the server. */
export function useMarkRead() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id, updatedAt }: Notification) =>
      unwrap(
        api.PUT("/api/notifications/{id}/read", {
          // What is merged into it meanwhile stays unread.
          params: { path: { id }, query: { upTo: updatedAt } },
          keepalive: true,
        }),
      ),
    onMutate: ({ id }) => void applyChange(client, "notificationRead", { id, read: true }),
    onError(error, { id }) {
      void applyChange(client, "notificationRead", { id, read: false });
      notifyFailure(t`Couldn't mark it as read. Try again.`, error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: notificationKeys.unread }),
  });
  return (notification: Notification) => {
    if (!notification.read) mutate(notification);
  };
}

/** Marks all up to the latest shown one; later ones stay unread. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (latest: Notification) =>
      unwrap(api.PUT("/api/notifications/read", { body: { upTo: latest.updatedAt } })),
    onSuccess: () => applyChange(client, "notificationsRead", {}),
    onError: (error) => notifyFailure(t`Couldn't mark them as read. Try again.`, error),
  });
}

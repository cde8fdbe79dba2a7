import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/queryClient";
import { notifyFailure } from "../../api/refusal";
import type { Notification } from "../../api/types";
import { notificationQueries } from "./queries";

const { keys } = notificationQueries;

/** Marks one as read at once, without waiting for the server. */
export function useMarkRead() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Notification) =>
      unwrap(
        api.PUT("/api/notifications/{id}/read", { params: { path: { id } }, keepalive: true }),
      ),
    onMutate: ({ id }) => setRead(client, id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.unread }),
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
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
    onError: (error) => notifyFailure(t`Couldn't mark them as read. Try again.`, error),
  });
}

function setRead(client: ReturnType<typeof useQueryClient>, id: number) {
  patchEverywhere<Notification>(client, keys.lists, id, (old) => ({ ...old, read: true }));
}

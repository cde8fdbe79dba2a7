import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { cancelRefetches, patchEverywhere } from "../../api/queryClient";
import type { Forum } from "../../api/types";
import { detailOf } from "../../error";
import { notify } from "../../ui/notify";
import { forumQueries } from "./queries";

type PendingFavorite = {
  confirmed: boolean;
  wanted: boolean;
  /** Clicks that aren't settled. */
  clicks: number;
  restarts: (() => void)[];
};
const pendingFavorites = new Map<number, PendingFavorite>();

/**
 * Shows and sends the change at once. Further clicks, wherever the forum is shown, are sent after it as one,
 * if they change the result.
 */
export function useFavorite({ id, favorited }: Forum): () => void {
  const client = useQueryClient();
  const show = (wanted: boolean) =>
    patchEverywhere<Forum>(client, forumQueries.keys.all, id, (forum) => ({
      ...forum,
      favorited: wanted,
    }));
  const { mutate } = useMutation({
    scope: { id: `favorite-${id}` },
    onMutate(wanted: boolean) {
      const pending = pendingFavorites.get(id) ?? {
        confirmed: favorited,
        wanted,
        clicks: 0,
        restarts: [],
      };
      pendingFavorites.set(id, pending);
      pending.wanted = wanted;
      pending.clicks += 1;
      pending.restarts.push(cancelRefetches(client, forumQueries.keys.all));
      show(wanted);
      return pending;
    },
    async mutationFn() {
      const pending = pendingFavorites.get(id);
      if (!pending || pending.wanted === pending.confirmed) return;
      pending.confirmed = (await send(id, pending.wanted)).favorited;
    },
    onSuccess: (_data, _wanted, pending) => show(pending.wanted),
    onError(error, _wanted, pending) {
      if (!pending) return;
      pending.wanted = pending.confirmed;
      show(pending.confirmed);
      notify(detailOf(error) ?? t`Failed to update favorite status.`);
    },
    onSettled(_data, _error, _wanted, pending) {
      if (!pending) return;
      pending.clicks -= 1;
      if (pending.clicks > 0) return;
      pendingFavorites.delete(id);
      for (const restart of pending.restarts) restart();
      // A removed favorite stays until the list is opened again, so that it can be added back.
      const refetchType = pending.confirmed ? "active" : "none";
      void client.invalidateQueries({
        queryKey: forumQueries.favorites().queryKey,
        refetchType,
      });
    },
  });
  return () => mutate(!favorited);
}

function send(id: number, favorited: boolean) {
  const options = { params: { path: { id } }, keepalive: true };
  return unwrap(
    favorited
      ? api.POST("/forum/{id}/favorites", options)
      : api.DELETE("/forum/{id}/favorites", options),
  );
}

import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { isShown } from "../../api/cache";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { useLatest } from "../../api/latest";
import { forumKeys } from "../../api/queryKeys";
import type { Forum } from "../../api/types";
import { detailOf } from "../../error";
import { notify } from "../../ui/notify";

/** Adds a forum to the member's favorites or removes it; shows and sends the change at once. */
export function useFavorite({ id, favorited }: Forum): () => void {
  const client = useQueryClient();
  const change = useLatest<boolean, boolean>({
    mutationKey: ["favorite", id],
    queryKey: forumKeys.all,
    current: favorited,
    valueOf: (confirmed) => confirmed,
    show: (_, wanted) => void applyChange(client, "favorite", { id, favorited: wanted }),
    async send(_, wanted) {
      const inList = isShown(client, forumKeys.favorites);
      const { favorited } = await send(id, wanted);
      void applyChange(client, "favoriteSent", { favorited, inList });
      return favorited;
    },
    onRefused: (error) => notify(detailOf(error) ?? t`Failed to update favorite status.`),
  });
  return () => change((now) => !now);
}

function send(id: number, favorited: boolean) {
  const options = { params: { path: { id } }, keepalive: true };
  return unwrap(
    favorited
      ? api.POST("/forum/{id}/favorites", options)
      : api.DELETE("/forum/{id}/favorites", options),
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "../../api/client";
import { detailOf } from "../../api/error";
import { patchEverywhere } from "../../api/queryClient";
import type { Forum } from "../../api/types";
import { notify } from "../../ui/notify";
import { forumQueries } from "./queries";

/** Flips at once; clicks made meanwhile are sent after, if they end elsewhere. */
export function useFavorite({ id, favorited }: Forum): () => void {
  const client = useQueryClient();
  const busy = useRef(false);
  const shown = useRef(favorited);
  useEffect(() => {
    if (!busy.current) shown.current = favorited;
  });

  return () => {
    const show = (next: boolean) => {
      shown.current = next;
      patchEverywhere<Forum>(client, forumQueries.keys.all, id, (forum) => ({
        ...forum,
        favorited: next,
      }));
    };
    const settle = async (confirmed: boolean) => {
      busy.current = true;
      while (shown.current !== confirmed) {
        try {
          confirmed = (await send(id, shown.current)).favorited;
        } catch (error) {
          show(confirmed);
          notify(detailOf(error) ?? "Failed to update favorite status.");
        }
      }
      busy.current = false;
      void client.invalidateQueries({ queryKey: forumQueries.favorites().queryKey });
    };
    const before = shown.current;
    show(!before);
    if (!busy.current) void settle(before);
  };
}

function send(id: number, favorited: boolean) {
  const options = { params: { path: { id } }, keepalive: true };
  return unwrap(
    favorited
      ? api.POST("/forum/{id}/favorites", options)
      : api.DELETE("/forum/{id}/favorites", options),
  );
}

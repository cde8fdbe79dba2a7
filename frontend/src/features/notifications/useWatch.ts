import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { cancelRefetches, patchEverywhere } from "../../api/queryClient";
import { notifyFailure } from "../../api/refusal";
import type { WatchLevel } from "../../api/types";
import { notify } from "../../ui/notify";

export type Watchable = { kind: "post" | "forum"; id: number };
type Watched = { id: number; watch: WatchLevel | null };

/** Sets the level of a post or forum, wherever it is shown. */
export function useWatch({ kind, id }: Watchable) {
  const client = useQueryClient();
  const queryKey = [kind === "post" ? "posts" : "forums"];
  return useMutation({
    scope: { id: `watch-${kind}-${id}` },
    mutationFn: (level: WatchLevel) => {
      const options = { params: { path: { id } }, body: { level } };
      return unwrap(
        kind === "post"
          ? api.PUT("/api/posts/{id}/watch", options)
          : api.PUT("/api/forums/{id}/watch", options),
      );
    },
    onSuccess({ level }) {
      const restart = cancelRefetches(client, queryKey);
      patchEverywhere<Watched>(client, queryKey, id, (old) => ({ ...old, watch: level }));
      restart();
      notify({ message: wordsFor(kind, level), type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't change what you watch. Try again.`, error),
  });
}

function wordsFor(kind: Watchable["kind"], level: WatchLevel): string {
  if (level === "normal") return t`You are notified of replies to you and mentions.`;
  if (kind === "post")
    return level === "watching"
      ? t`You are watching this post.`
      : t`This post is muted: it won't notify you.`;
  return level === "watching"
    ? t`You are watching this forum.`
    : t`This forum is muted: it won't notify you.`;
}

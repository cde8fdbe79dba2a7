import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { WatchLevel } from "../../api/types";
import { notify } from "../../ui/notify";

export type Watchable = { kind: "post" | "forum"; id: number };

/** Sets the level of a post or forum, wherever it is shown. */
export function useWatch({ kind, id }: Watchable) {
  const client = useQueryClient();
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
      void applyChange(client, "watch", { kind, id, watch: level });
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

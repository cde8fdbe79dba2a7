import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { showPost } from "../../api/showPost";

type Change = { locked: boolean; reason?: string } | { pinned: boolean };

/** Locks, unlocks, pins or unpins a post. */
export function usePostChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => {
      const params = { path: { id } };
      return "locked" in change
        ? unwrap(api.PUT("/api/posts/{id}/lock", { params, body: change }))
        : unwrap(api.PUT("/api/posts/{id}/pin", { params, body: change }));
    },
    onSuccess: (changed) =>
      void applyChange(client, "postModerated", changed, () => showPost(client, changed)),
    onError: (error) => notifyFailure(t`Couldn't change the post. Try again.`, error),
    onSettled: () => void client.invalidateQueries({ queryKey: moderationKeys.logs }),
  });
}

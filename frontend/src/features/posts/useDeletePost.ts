import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { failureText, statusOf } from "../../error";
import type { Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmDeletion } from "../reasons/confirmations";

type Options = {
  isOwn: boolean;
  /** Called while the row still exists. */
  beforeRemoval?: () => void;
  /** Leaves the screen of the post, before the post is removed from the cache. */
  leave?: () => Promise<void>;
};

export function useDeletePost(id: number, { isOwn, beforeRemoval, leave }: Options) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (query: Confirmed) =>
      unwrap(api.DELETE("/api/posts/{id}/delete", { params: { path: { id }, query } })),
    onError(error) {
      if (statusOf(error) === 404) notify(t`Error: Post ${id} was not found...`);
      else
        notifyFailure(
          failureText(error, (statusText) => statusText),
          error,
        );
    },
  });
  const ask = async () => {
    if (!(await confirmDeletion("post", isOwn, mutateAsync))) return;
    beforeRemoval?.();
    notify({ message: t`Post ${id} was deleted.`, type: "success" });
    await leave?.();
    void applyChange(client, "postDeleted", { id });
  };
  return { ask, busy: isPending };
}

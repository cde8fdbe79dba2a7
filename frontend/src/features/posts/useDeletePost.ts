import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/queryClient";
import { postKeys, replyKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { failureText, statusOf } from "../../error";
import type { Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { confirmDeletion } from "../reasons/confirmations";
import { postQueries } from "./queries";

type Options = {
  isOwn: boolean;
  /** Called while the row still exists. */
  beforeRemoval?: () => void;
  /** Leaves the screen of the post, before it is removed from the cache. */
  leave?: () => Promise<void>;
};

export function useDeletePost(id: number, { isOwn, beforeRemoval, leave }: Options) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (query: Confirmed) =>
      unwrap(api.DELETE("/api/posts/{id}/delete", { params: { path: { id }, query } })),
    async onSuccess() {
      beforeRemoval?.();
      patchEverywhere(client, postKeys.lists, id, () => null);
      notify({ message: t`Post ${id} was deleted.`, type: "success" });
      await leave?.();
      // Otherwise Back would show it again.
      client.removeQueries({ queryKey: postQueries.detail(id).queryKey });
      client.removeQueries({ queryKey: replyKeys.ofPost(id) });
    },
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
    const confirmed = await confirmDeletion("post", isOwn);
    if (confirmed) mutate(confirmed);
  };
  return { ask, busy: isPending };
}

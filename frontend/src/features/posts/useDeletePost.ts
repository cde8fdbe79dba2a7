import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { failureText, statusOf } from "../../api/error";
import { patchEverywhere } from "../../api/queryClient";
import { confirmDeletion } from "../../ui/confirm";
import { notify, notifyFailure } from "../../ui/notify";
import { postQueries } from "./queries";

export function useDeletePost(id: number, onDeleted?: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/posts/{id}/delete", { params: { path: { id } } })),
    onSuccess() {
      onDeleted?.();
      patchEverywhere(client, postQueries.keys.lists, id, () => null);
      notify({ message: `Post ${id} was deleted.`, type: "success" });
    },
    onError(error) {
      if (statusOf(error) === 404) notify(`Error: Post ${id} was not found...`);
      else
        notifyFailure(
          failureText(error, (statusText) => statusText),
          error,
        );
    },
  });
  const ask = async () => {
    if (await confirmDeletion("post")) mutate();
  };
  return { ask, busy: isPending };
}

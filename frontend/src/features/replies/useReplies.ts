import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import type { Reply } from "../../api/types";
import { confirmDeletion } from "../../ui/confirm";
import { notifyFailure } from "../../ui/notify";
import { addReply, changeReply, countReplies } from "./queries";
import { removed } from "./tree";

export function useSendReply(postId: number, respondsTo: number | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (description: string) =>
      unwrap(
        api.POST("/api/post/{postId}/replies", {
          params: { path: { postId } },
          body: { respondsTo, description },
        }),
      ),
    onSuccess: (reply) => addReply(client, reply),
    onError: (error) =>
      notifyFailure(`Failed to send reply. Status code: ${statusOf(error)}`, error),
  });
}

export function useDeleteReply(reply: Reply) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      unwrap(api.DELETE("/api/replies/{id}", { params: { path: { id: reply.id } } })),
    onSuccess() {
      changeReply(client, reply, removed);
      countReplies(client, reply.postId, -1);
    },
    onError: (error) =>
      notifyFailure(`Failed to delete reply. Status code: ${statusOf(error)}`, error),
  });
  const ask = async () => {
    if (await confirmDeletion("reply")) mutate();
  };
  return { ask, busy: isPending };
}

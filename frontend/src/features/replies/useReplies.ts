import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { cancelRefetches } from "../../api/queryClient";
import { replyKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { patchReply } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { statusOf } from "../../error";
import type { Confirmed } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { notify } from "../../ui/notify";
import { confirmDeletion } from "../reasons/confirmations";
import { revisionQueries } from "../revisions/queries";
import { addReply, changeHeld, countReplies } from "./queries";
import { markRemoved } from "./tree";

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
    onSuccess(reply) {
      if (reply.held) {
        changeHeld(client, reply, reply);
        notify({ message: t`Your reply is awaiting moderator approval.`, type: "success" });
        return;
      }
      const restart = cancelRefetches(client, replyKeys.ofPost(postId));
      addReply(client, reply);
      restart();
      notify({ message: t`Reply posted.`, type: "success" });
    },
    onError: (error) =>
      notifyFailure(t`Failed to send reply. Status code: ${statusOf(error)}`, error),
  });
}

export function useEditReply({ id, postId }: Reply) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (description: string) =>
      unwrap(api.PUT("/api/replies/{id}", { params: { path: { id } }, body: { description } })),
    onSuccess(edited) {
      const restart = cancelRefetches(client, replyKeys.ofPost(postId));
      // The answer lacks the replies below it.
      patchReply(client, { id, postId }, ({ replies, moreReplies }) => ({
        ...edited,
        replies,
        ...(moreReplies !== undefined && { moreReplies }),
      }));
      restart();
      void client.invalidateQueries({ queryKey: revisionQueries.key({ kind: "reply", id }) });
      notify({ message: t`Reply updated.`, type: "success" });
    },
    onError: (error) =>
      notifyFailure(t`Failed to edit reply. Status code: ${statusOf(error)}`, error),
  });
}

export function useDeleteReply(reply: Reply, isOwn: boolean) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (query: Confirmed) =>
      unwrap(api.DELETE("/api/replies/{id}", { params: { path: { id: reply.id }, query } })),
    onSuccess() {
      if (reply.held) {
        changeHeld(client, reply);
        notify({ message: t`Reply deleted.`, type: "success" });
        focusHeading();
        return;
      }
      const restart = cancelRefetches(client, replyKeys.ofPost(reply.postId));
      patchReply(client, reply, markRemoved);
      countReplies(client, reply.postId, -1);
      restart();
      notify({ message: t`Reply deleted.`, type: "success" });
      document.getElementById(`reply-${reply.id}`)?.focus({ preventScroll: true });
    },
    onError: (error) =>
      notifyFailure(t`Failed to delete reply. Status code: ${statusOf(error)}`, error),
  });
  const ask = async () => {
    if (isPending) return;
    const confirmed = await confirmDeletion("reply", isOwn);
    if (confirmed) mutate(confirmed);
  };
  return { ask, busy: isPending };
}

import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/queryClient";
import { withKey } from "../../api/sendOnce";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Reply } from "../../api/types";
import type { Confirmed } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { notify } from "../../ui/notify";
import type { DraftForm } from "../drafts/draftForm";
import { sendOrWait } from "../drafts/outbox";
import { confirmDeletion } from "../reasons/confirmations";
import { addReply, changeHeld } from "./insertReply";

type Place = { postId: number; respondsTo: number | null };

/** Sends a reply and shows it; `key` is that of one that waited. */
export async function sendReply(
  { postId, respondsTo }: Place,
  description: string,
  key?: string,
): Promise<Reply> {
  const reply = await unwrap(
    api.POST("/api/post/{postId}/replies", {
      params: { path: { postId } },
      body: { respondsTo, description },
      ...withKey(key),
    }),
  );
  void applyChange(queryClient, "replyCreated", reply, () =>
    reply.held ? changeHeld(queryClient, reply, reply) : addReply(queryClient, reply),
  );
  return reply;
}

/** Resolves to nothing if the reply waits for the server. */
export function useSendReply(place: Place, form: Pick<DraftForm, "key" | "to" | "about">) {
  return useMutation({
    mutationFn: (text: string) =>
      sendOrWait(() => sendReply(place, text), {
        form,
        texts: { text },
      }),
    onSuccess(reply) {
      if (!reply) return;
      const message = reply.held ? t`Your reply is awaiting moderator approval.` : t`Reply posted.`;
      notify({ message, type: "success" });
    },
    onError: (error) =>
      notifyFailure(
        (status) => t`Failed to send reply. Status code: ${status}`,
        error,
        textIsKept(),
      ),
  });
}

export function useEditReply({ id }: Reply) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (description: string) =>
      unwrap(api.PUT("/api/replies/{id}", { params: { path: { id } }, body: { description } })),
    onSuccess(edited) {
      void applyChange(client, "replyEdited", edited);
      notify({ message: t`Reply updated.`, type: "success" });
    },
    onError: (error) =>
      notifyFailure(
        (status) => t`Failed to edit reply. Status code: ${status}`,
        error,
        textIsKept(),
      ),
  });
}

export function useDeleteReply(reply: Reply, isOwn: boolean) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (query: Confirmed) =>
      unwrap(api.DELETE("/api/replies/{id}", { params: { path: { id: reply.id }, query } })),
    onError: (error) =>
      notifyFailure((status) => t`Failed to delete reply. Status code: ${status}`, error),
  });
  const ask = async () => {
    if (isPending || !(await confirmDeletion("reply", isOwn, mutateAsync))) return;
    void applyChange(client, "replyDeleted", reply, () => {
      if (reply.held) changeHeld(client, reply);
    });
    notify({ message: isOwn ? t`Reply deleted.` : t`Reply removed.`, type: "success" });
    if (reply.held) focusHeading();
    else document.getElementById(`reply-${reply.id}`)?.focus({ preventScroll: true });
  };
  return { ask, busy: isPending };
}

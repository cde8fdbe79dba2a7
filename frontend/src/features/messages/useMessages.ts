import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { session } from "../../api/session";
import type { Message } from "../../api/types";
import { liveStatus } from "../../api/liveStatus";
import { notifyFailure } from "../../api/refusal";
import { statusOf } from "../../error";
import { patchMessage } from "./patchMessage";
import { messageQueries } from "./queries";

const { keys } = messageQueries;

/** Polls for new messages of a loaded chat while there are no live events. */
export function usePollNewest(peerId: number): void {
  const client = useQueryClient();
  liveStatus.use();
  useQuery({
    ...messageQueries.newest(peerId),
    initialData: null,
    initialDataUpdatedAt: () => client.getQueryState(keys.chat(peerId))?.dataUpdatedAt,
  });
}

function usePatchMessage(peerId: number) {
  const client = useQueryClient();
  return (id: number, change: (old: Message) => Message | null) => {
    patchMessage(client, peerId, id, change);
    void client.invalidateQueries({ queryKey: keys.contacts });
  };
}

/** Resolves once the message is sent and in the chat. */
export function useSendMessage(peerId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => {
      const sender = session.get().user?.username ?? "";
      const params = { path: { userId: peerId } };
      return unwrap(api.POST("/api/contacts/{userId}", { params, body: { message, sender } }));
    },
    onSuccess() {
      void client.invalidateQueries({ queryKey: keys.contacts });
      return client.invalidateQueries({ queryKey: keys.newest(peerId) });
    },
    onError: (error) =>
      notifyFailure(t`Failed to send message. Status code: ${statusOf(error)}`, error),
  });
}

export function useEditMessage(peerId: number, messageId: number) {
  const patch = usePatchMessage(peerId);
  const params = { path: { userId: peerId, messageId } };
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(api.PUT("/api/contacts/{userId}/messages/{messageId}", { params, body: { message } })),
    onSuccess: (edited) => patch(messageId, () => edited),
    onError: (error) =>
      notifyFailure(t`Failed to edit message. Status code: ${statusOf(error)}`, error),
  });
}

export function useDeleteMessage(peerId: number, messageId: number) {
  const patch = usePatchMessage(peerId);
  const params = { path: { userId: peerId, messageId } };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/contacts/{userId}/messages/{messageId}", { params })),
    onSuccess: () => patch(messageId, () => null),
    onError: (error) =>
      notifyFailure(t`Failed to delete message. Status code: ${statusOf(error)}`, error),
  });
}

export function useMarkRead(peerId: number, messageId: number) {
  const patch = usePatchMessage(peerId);
  const params = { path: { userId: peerId, messageId } };
  return useMutation({
    mutationFn: () =>
      unwrap(api.PUT("/api/contacts/{userId}/messages/{messageId}/read", { params })),
    onSuccess: (read) => patch(messageId, () => read),
  });
}

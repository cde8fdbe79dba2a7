import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import { patchEverywhere } from "../../api/queryClient";
import { session } from "../../api/session";
import type { Message } from "../../api/types";
import { notifyFailure } from "../../ui/notify";
import { messageQueries } from "./queries";

const fail = (what: string) => (error: Error) =>
  notifyFailure(`Failed to ${what} message. Status code: ${statusOf(error)}`, error);

function useChat(peerId: number) {
  const client = useQueryClient();
  const { queryKey } = messageQueries.chat(peerId);
  const contacts = () => client.invalidateQueries({ queryKey: messageQueries.contacts().queryKey });
  return {
    refresh: () => client.invalidateQueries({ queryKey: messageQueries.keys.all }),
    patch(id: number, change: (old: Message) => Message | null) {
      patchEverywhere<Message>(client, queryKey, id, change);
      void contacts();
    },
  };
}

export function useSendMessage(userId: number) {
  const chat = useChat(userId);
  return useMutation({
    mutationFn: (message: string) => {
      const sender = session.get().user?.username ?? "";
      const params = { path: { userId } };
      return unwrap(api.POST("/api/contacts/{userId}", { params, body: { message, sender } }));
    },
    onSuccess: chat.refresh,
    onError: fail("send"),
  });
}

export function useEditMessage(userId: number, messageId: number) {
  const chat = useChat(userId);
  const params = { path: { userId, messageId } };
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(api.PUT("/api/contacts/{userId}/messages/{messageId}", { params, body: { message } })),
    onSuccess: (edited) => chat.patch(messageId, () => edited),
    onError: fail("edit"),
  });
}

export function useDeleteMessage(userId: number, messageId: number) {
  const chat = useChat(userId);
  const params = { path: { userId, messageId } };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/contacts/{userId}/messages/{messageId}", { params })),
    onSuccess: () => chat.patch(messageId, () => null),
    onError: fail("delete"),
  });
}

export function useMarkRead(userId: number, messageId: number) {
  const chat = useChat(userId);
  const params = { path: { userId, messageId } };
  return useMutation({
    mutationFn: () =>
      unwrap(api.PUT("/api/contacts/{userId}/messages/{messageId}/read", { params })),
    onSuccess: (read) => chat.patch(messageId, () => read),
  });
}

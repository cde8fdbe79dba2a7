import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/queryClient";
import { withKey } from "../../api/sendOnce";
import { session } from "../../api/session";
import { liveStatus } from "../../api/liveStatus";
import { messageKeys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Message } from "../../api/types";
import { statusOf } from "../../error";
import type { DraftForm } from "../drafts/draftForm";
import { sendOrWait } from "../drafts/outbox";
import { messageQueries } from "./queries";

/** Polls for new messages of a loaded chat while there are no live events. */
export function usePollNewest(peerId: number): void {
  const client = useQueryClient();
  liveStatus.use();
  useQuery({
    ...messageQueries.newest(peerId),
    initialData: null,
    initialDataUpdatedAt: () => client.getQueryState(messageKeys.chat(peerId))?.dataUpdatedAt,
  });
}

/** Resolves once the message is sent and in the chat; `key` is that of one that waited. */
export async function sendMessage(peerId: number, message: string, key?: string): Promise<Message> {
  const sender = session.get().user?.username ?? "";
  const params = { path: { userId: peerId } };
  const body = { message, sender };
  const sent = await unwrap(api.POST("/api/contacts/{userId}", { params, body, ...withKey(key) }));
  const { id: messageId } = sent;
  await applyChange(queryClient, "message", { contactId: peerId, messageId, act: "sent" });
  return sent;
}

/** Resolves to nothing if the message waits for the server. */
export function useSendMessage(peerId: number, form: Pick<DraftForm, "key" | "to" | "about">) {
  return useMutation({
    mutationFn: (text: string) =>
      sendOrWait(() => sendMessage(peerId, text), { form, texts: { text } }),
    onError: (error) =>
      notifyFailure(
        (status) => t`Failed to send message. Status code: ${status}`,
        error,
        textIsKept(),
      ),
  });
}

export function useEditMessage(peerId: number, messageId: number) {
  const client = useQueryClient();
  const params = { path: { userId: peerId, messageId } };
  return useMutation({
    mutationFn: (message: string) =>
      unwrap(api.PUT("/api/contacts/{userId}/messages/{messageId}", { params, body: { message } })),
    onSuccess: (message) =>
      void applyChange(client, "messageEdited", { contactId: peerId, message }),
    onError: (error) =>
      notifyFailure(
        (status) => t`Failed to edit message. Status code: ${status}`,
        error,
        textIsKept(),
      ),
  });
}

export function useDeleteMessage(peerId: number, messageId: number) {
  const client = useQueryClient();
  const params = { path: { userId: peerId, messageId } };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/contacts/{userId}/messages/{messageId}", { params })),
    onSuccess: () =>
      void applyChange(client, "message", { contactId: peerId, messageId, act: "deleted" }),
    onError: (error) =>
      notifyFailure((status) => t`Failed to delete message. Status code: ${status}`, error),
  });
}

/** What comes into view within this time is marked by one call. */
const GATHERED_MS = 250;

/** Marks messages of the other member as read, those of one screen together. */
export function useMarkRead(peerId: number): (messageId: number) => void {
  const client = useQueryClient();
  const seen = useRef<number[]>([]);
  const { mutate } = useMutation({
    mutationFn: (ids: number[]) => {
      const [from, messageId] = [Math.min(...ids), Math.max(...ids)];
      const params = {
        path: { userId: peerId, messageId },
        query: from < messageId ? { from } : {},
      };
      const path = "/api/contacts/{userId}/messages/{messageId}/read";
      return unwrap(api.PUT(path, { params, keepalive: true }));
    },
    onSuccess: (_, ids) => {
      for (const messageId of ids)
        void applyChange(client, "message", { contactId: peerId, messageId, act: "read" });
    },
    onError: (error, ids) => {
      // The newest was deleted meanwhile.
      const others = ids.filter((id) => id < Math.max(...ids));
      if (statusOf(error) === 404 && others.length > 0) mutate(others);
    },
  });
  const mark = useCallback(() => {
    const ids = seen.current.splice(0);
    if (ids.length > 0) mutate(ids);
  }, [mutate]);
  useEffect(() => {
    addEventListener("pagehide", mark);
    return () => removeEventListener("pagehide", mark);
  }, [mark]);
  return (messageId) => {
    if (seen.current.length === 0) setTimeout(mark, GATHERED_MS);
    seen.current.push(messageId);
  };
}

import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Page } from "./client";
import { replyKeys } from "./queryKeys";
import type { Reply } from "./types";

export const REPLY_ORDERS = ["old", "new", "top", "best"] as const;
export type ReplyOrder = (typeof REPLY_ORDERS)[number];
export type Thread = InfiniteData<Page<Reply>, string | undefined>;

/** Changes a reply in all threads of its post. */
export function patchReply(
  client: QueryClient,
  { id, postId }: Pick<Reply, "id" | "postId">,
  patch: (old: Reply) => Reply,
) {
  client.setQueriesData<Thread>({ queryKey: replyKeys.ofPost(postId) }, (data) => {
    const change = (page: Page<Reply>) => ({ ...page, items: patchForest(page.items, id, patch) });
    return data && { ...data, pages: data.pages.map(change) };
  });
}

/** Changes a reply whose post is not known. */
export function patchReplyAnywhere(client: QueryClient, id: number, patch: (old: Reply) => Reply) {
  for (const { postId } of openThreads(client)) patchReply(client, { id, postId }, patch);
}

/** The threads that are on the screen. */
export function openThreads(client: QueryClient) {
  return client
    .getQueryCache()
    .findAll({ queryKey: replyKeys.all, type: "active" })
    .flatMap(({ queryKey }) => {
      const [, postId, sort] = queryKey as [string, number, ReplyOrder];
      return REPLY_ORDERS.includes(sort) ? [{ queryKey, postId, sort }] : [];
    });
}

/** Changes one reply anywhere in the forest; all others stay the same objects. */
export function patchForest(forest: Reply[], id: number, patch: (old: Reply) => Reply): Reply[] {
  let changed = false;
  const next = forest.map((reply) => {
    const patched =
      reply.id === id ? patch(reply) : withReplies(reply, patchForest(reply.replies, id, patch));
    changed ||= patched !== reply;
    return patched;
  });
  return changed ? next : forest;
}

export function withReplies(reply: Reply, replies: Reply[]): Reply {
  return replies === reply.replies ? reply : { ...reply, replies };
}

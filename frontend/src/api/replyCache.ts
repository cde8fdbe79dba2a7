import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { patchQueries } from "./cache";
import type { Page } from "./client";
import { replyKeys } from "./queryKeys";
import type { Reply } from "./types";

export const REPLY_ORDERS = ["old", "new", "top", "best"] as const;
export type ReplyOrder = (typeof REPLY_ORDERS)[number];
export type Thread = InfiniteData<Page<Reply>, string | undefined>;

/** Changes a reply in all cached threads, or in those of its post where that is known. */
export function patchReply(
  client: QueryClient,
  { id, postId }: { id: number; postId?: number | undefined },
  patch: (old: Reply) => Reply,
) {
  const queryKey = postId ? replyKeys.ofPost(postId) : replyKeys.all;
  patchQueries<Thread>(client, queryKey, (data) => {
    const pages = data.pages.map((page) => {
      const items = patchForest(page.items, id, patch);
      return items === page.items ? page : { ...page, items };
    });
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
  });
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

/** Adds omitted replies to the present ones, without duplicates. */
export function addChildren(reply: Reply, more: Reply[]): Reply {
  const known = new Set(reply.replies.map(({ id }) => id));
  const replies = [...reply.replies, ...more.filter(({ id }) => !known.has(id))];
  return { ...reply, replies };
}

export function hasReply(forest: Reply[], id: number): boolean {
  return forest.some((reply) => reply.id === id || hasReply(reply.replies, id));
}

export function markRemoved(reply: Reply): Reply {
  const user = { username: "removed", user_image: "/images/avatars/removed.svg" };
  return { ...reply, deleted: true, description: "removed", user };
}

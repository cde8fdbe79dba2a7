import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { countReplies, patchQueries } from "./cache";
import type { Page } from "./client";
import { replyKeys } from "./queryKeys";
import type { Reply } from "./types";

const REPLY_ORDERS = ["old", "new", "top", "best"] as const;
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

/** Inserts another member's reply below its parent, or at the top level if the parent is not loaded. */
export function insertReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  for (const order of REPLY_ORDERS) {
    const queryKey = replyKeys.thread(postId, order);
    const items = client.getQueryData<Thread>(queryKey)?.pages.flatMap(({ items }) => items) ?? [];
    if (hasReply(items, reply.id)) continue;
    if (!respondsTo || !hasReply(items, respondsTo)) addTop(client, order, reply);
  }
  if (respondsTo)
    patchReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
}

/** Inserts the member's new reply below its parent, or at the end where its order puts it. */
export function addReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  // Keeps it on the screen if a refetch of a long thread leaves it out.
  client.setQueryData<Thread>(replyKeys.linked(postId, reply.id), {
    pages: [{ items: [reply], next: undefined }],
    pageParams: [undefined],
  });
  if (respondsTo)
    patchReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
  else for (const order of REPLY_ORDERS) addTop(client, order, reply);
  countReplies(client, postId, 1);
}

function addTop(client: QueryClient, order: ReplyOrder, reply: Reply) {
  const at = order === "new" ? 0 : -1;
  client.setQueryData<Thread>(replyKeys.thread(reply.postId, order), (data) => {
    const page = data?.pages.at(at);
    if (!data || !page) return data;
    const items = order === "new" ? [reply, ...page.items] : [...page.items, reply];
    return { ...data, pages: data.pages.with(at, { ...page, items }) };
  });
}

/** Adds a held reply to the member's own, or removes it. */
export function changeHeld(client: QueryClient, { postId, id }: Reply, added?: Reply) {
  client.setQueryData<Thread>(replyKeys.held(postId), (data) => {
    const items = (data?.pages ?? []).flatMap((page) => page.items.filter((one) => one.id !== id));
    const all = added ? [...items, added] : items;
    return { pages: [{ items: all, next: undefined }], pageParams: [undefined] };
  });
}

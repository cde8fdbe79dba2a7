import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap, nextCursor, unwrapPage } from "../../api/client";
import { pages, unlessFollowed } from "../../api/pages";
import { patchPost } from "../../api/queryClient";
import { replyKeys } from "../../api/queryKeys";
import { patchReply, REPLY_ORDERS, type ReplyOrder, type Thread } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { ApiError } from "../../error";
import { addChildren, branchTo, hasReply } from "./tree";

export const replyQueries = {
  thread: (postId: number, sort: ReplyOrder) => ({
    ...pages([...replyKeys.ofPost(postId), sort], (cursor, signal) =>
      replyQueries.fetchPage(postId, sort, cursor, signal),
    ),
    refetchOnWindowFocus: unlessFollowed,
  }),
  fetchPage(postId: number, sort: ReplyOrder, cursor: string | undefined, signal?: AbortSignal) {
    const params = { path: { postId }, query: { sort, cursor } };
    return unwrapPage(api.GET("/api/posts/{postId}/replies", { params, signal: signal ?? null }));
  },
  /** A linked reply below its ancestors, in the shape of a thread, so that changes reach it too. */
  linked: (postId: number, id: number) => ({
    ...pages([...replyKeys.ofPost(postId), "linked", id], async (_, signal) => {
      const reply = await unwrap(
        api.GET("/api/replies/{id}", { params: { path: { id } }, signal }),
      );
      if (reply.postId !== postId) throw new ApiError("refused", 404);
      return { items: [branchTo(reply)], next: undefined };
    }),
    // A 404 is not requested again on each window focus.
    refetchOnWindowFocus: false,
  }),
  /** The member's own held replies, which threads leave out. */
  held: (postId: number) =>
    pages([...replyKeys.ofPost(postId), "held"], (cursor, signal) => {
      const params = { path: { postId }, query: { cursor } };
      return unwrapPage(api.GET("/api/posts/{postId}/replies/held", { params, signal }));
    }),
  /** The children of a reply, including those that the thread omits. */
  branch: (postId: number, id: number) =>
    pages([...replyKeys.ofPost(postId), "branch", id], async (cursor, signal) => {
      const { data, response } = await api.GET("/api/replies/{id}", {
        params: { path: { id }, query: { cursor } },
        signal,
      });
      return { items: data?.replies ?? [], next: nextCursor(response.headers.get("Link")) };
    }),
};

export function fetchReply(id: number): Promise<Reply> {
  return unwrap(api.GET("/api/replies/{id}", { params: { path: { id } } }));
}

/** Inserts another member's reply below its parent, or at the top level if the parent is not loaded. */
export function insertReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  for (const order of REPLY_ORDERS) {
    const { queryKey } = replyQueries.thread(postId, order);
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
  client.setQueryData<Thread>(replyQueries.linked(postId, reply.id).queryKey, {
    pages: [{ items: [reply], next: undefined }],
    pageParams: [undefined],
  });
  if (respondsTo)
    patchReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
  else for (const order of REPLY_ORDERS) addTop(client, order, reply);
  countReplies(client, postId, 1);
}

function addTop(client: QueryClient, order: ReplyOrder, reply: Reply) {
  const { queryKey } = replyQueries.thread(reply.postId, order);
  const at = order === "new" ? 0 : -1;
  client.setQueryData<Thread>(queryKey, (data) => {
    const page = data?.pages.at(at);
    if (!data || !page) return data;
    const items = order === "new" ? [reply, ...page.items] : [...page.items, reply];
    return { ...data, pages: data.pages.with(at, { ...page, items }) };
  });
}

/** Adds a held reply to the member's own, or removes it. */
export function changeHeld(client: QueryClient, { postId, id }: Reply, added?: Reply) {
  client.setQueryData<Thread>(replyQueries.held(postId).queryKey, (data) => {
    const items = (data?.pages ?? []).flatMap((page) => page.items.filter((one) => one.id !== id));
    const all = added ? [...items, added] : items;
    return { pages: [{ items: all, next: undefined }], pageParams: [undefined] };
  });
}

export function isHeld(client: QueryClient, postId: number, id: number): boolean {
  const data = client.getQueryData<Thread>(replyQueries.held(postId).queryKey);
  return data?.pages.some(({ items }) => hasReply(items, id)) ?? false;
}

export function countReplies(client: QueryClient, postId: number, by: number) {
  patchPost(client, postId, (post) => ({
    ...post,
    replyCount: Math.max(0, post.replyCount + by),
  }));
}

import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { api, unwrap, nextCursor, unwrapPage, type Page } from "../../api/client";
import { pages, unlessFollowed } from "../../api/pages";
import type { Post, Reply } from "../../api/types";
import { patchEverywhere } from "../../api/queryClient";
import { ApiError } from "../../error";
import { addChildren, branchTo, hasReply, patchReply } from "./tree";

const ORDERS = ["old", "new", "top", "best"] as const;
export type Order = (typeof ORDERS)[number];
export type Thread = InfiniteData<Page<Reply>, string | undefined>;

export const replyQueries = {
  ofPost: (postId: number) => ["replies", postId] as const,
  thread: (postId: number, sort: Order) => ({
    ...pages([...replyQueries.ofPost(postId), sort], (cursor, signal) =>
      replyQueries.fetchPage(postId, sort, cursor, signal),
    ),
    refetchOnWindowFocus: unlessFollowed,
  }),
  fetchPage(postId: number, sort: Order, cursor: string | undefined, signal?: AbortSignal) {
    const params = { path: { postId }, query: { sort, cursor } };
    return unwrapPage(api.GET("/api/posts/{postId}/replies", { params, signal: signal ?? null }));
  },
  /** A linked reply below its ancestors, in the shape of a thread, so that changes reach it too. */
  linked: (postId: number, id: number) => ({
    ...pages([...replyQueries.ofPost(postId), "linked", id], async (_, signal) => {
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
    pages([...replyQueries.ofPost(postId), "held"], (cursor, signal) => {
      const params = { path: { postId }, query: { cursor } };
      return unwrapPage(api.GET("/api/posts/{postId}/replies/held", { params, signal }));
    }),
  /** The children of a reply, including those that the thread omits. */
  branch: (postId: number, id: number) =>
    pages([...replyQueries.ofPost(postId), "branch", id], async (cursor, signal) => {
      const { data, response } = await api.GET("/api/replies/{id}", {
        params: { path: { id }, query: { cursor } },
        signal,
      });
      return { items: data?.replies ?? [], next: nextCursor(response.headers.get("Link")) };
    }),
};

export function changeReply(
  client: QueryClient,
  { id, postId }: Pick<Reply, "id" | "postId">,
  patch: (old: Reply) => Reply,
) {
  client.setQueriesData<Thread>({ queryKey: replyQueries.ofPost(postId) }, (data) => {
    const change = (page: Page<Reply>) => ({ ...page, items: patchReply(page.items, id, patch) });
    return data && { ...data, pages: data.pages.map(change) };
  });
}

/** Changes a reply whose post is not known. */
export function changeReplyAnywhere(client: QueryClient, id: number, patch: (old: Reply) => Reply) {
  for (const { postId } of openThreads(client)) changeReply(client, { id, postId }, patch);
}

/** The threads that are on the screen. */
export function openThreads(client: QueryClient) {
  return client
    .getQueryCache()
    .findAll({ queryKey: ["replies"], type: "active" })
    .flatMap(({ queryKey }) => {
      const [, postId, sort] = queryKey as [string, number, Order];
      return ORDERS.includes(sort) ? [{ queryKey, postId, sort }] : [];
    });
}

export function fetchReply(id: number): Promise<Reply> {
  return unwrap(api.GET("/api/replies/{id}", { params: { path: { id } } }));
}

/** Inserts another member's reply below its parent, or at the top level if the parent is not loaded. */
export function insertReply(client: QueryClient, reply: Reply) {
  const { postId, respondsTo } = reply;
  for (const order of ORDERS) {
    const { queryKey } = replyQueries.thread(postId, order);
    const items = client.getQueryData<Thread>(queryKey)?.pages.flatMap(({ items }) => items) ?? [];
    if (hasReply(items, reply.id)) continue;
    if (!respondsTo || !hasReply(items, respondsTo)) addTop(client, order, reply);
  }
  if (respondsTo)
    changeReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
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
    changeReply(client, { id: respondsTo, postId }, (old) => addChildren(old, [reply]));
  else for (const order of ORDERS) addTop(client, order, reply);
  countReplies(client, postId, 1);
}

function addTop(client: QueryClient, order: Order, reply: Reply) {
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
  patchEverywhere<Post>(client, ["posts"], postId, (post) => ({
    ...post,
    replyCount: Math.max(0, post.replyCount + by),
  }));
}

import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap, nextCursor, unwrapPage } from "../../api/client";
import { pages, unlessFollowed } from "../../api/pages";
import { replyKeys } from "../../api/queryKeys";
import { hasReply, type ReplyOrder, type Thread } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { ApiError } from "../../error";
import { branchTo } from "./tree";

export const replyQueries = {
  thread: (postId: number, sort: ReplyOrder) => ({
    ...pages(replyKeys.thread(postId, sort), (cursor, signal) =>
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
    ...pages(replyKeys.linked(postId, id), async (_, signal) => {
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
    pages(replyKeys.held(postId), (cursor, signal) => {
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

export function isHeld(client: QueryClient, postId: number, id: number): boolean {
  const data = client.getQueryData<Thread>(replyKeys.held(postId));
  return data?.pages.some(({ items }) => hasReply(items, id)) ?? false;
}

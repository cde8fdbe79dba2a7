import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { api, nextCursor, page, type Page } from "../../api/client";
import { allPages, pages } from "../../api/pages";
import type { Post, Reply } from "../../api/types";
import { patchEverywhere } from "../../api/queryClient";
import { addChildren, patchReply } from "./tree";

export type Order = "old" | "new" | "top";
type Thread = InfiniteData<Page<Reply>, string | undefined>;

export const replyQueries = {
  ofPost: (postId: number) => ["replies", postId] as const,
  thread: (postId: number, sort: Order) =>
    pages([...replyQueries.ofPost(postId), sort], (cursor, signal) => {
      const params = { path: { postId }, query: { sort, cursor } };
      return page(api.GET("/api/posts/{postId}/replies", { params, signal }));
    }),
};

export function changeReply(
  client: QueryClient,
  { id, postId }: Pick<Reply, "id" | "postId">,
  patch: (old: Reply) => Reply,
) {
  changeThreads(client, postId, (forest) => patchReply(forest, id, patch));
}

/** Puts a new reply below its parent, or at the end of the post. */
export function addReply(client: QueryClient, reply: Reply) {
  const parent = reply.respondsTo;
  changeThreads(client, reply.postId, (forest, isLast) => {
    if (parent) return patchReply(forest, parent, (old) => addChildren(old, [reply]));
    return isLast ? [...forest, reply] : forest;
  });
  countReplies(client, reply.postId, 1);
}

export function countReplies(client: QueryClient, postId: number, by: number) {
  patchEverywhere<Post>(client, ["posts"], postId, (post) => ({
    ...post,
    replyCount: Math.max(0, post.replyCount + by),
  }));
}

/** All of a reply's own children, whatever an answer left out. */
export async function loadChildren(client: QueryClient, { id, postId }: Reply) {
  const children = await allPages((cursor) => branch(id, cursor));
  changeReply(client, { id, postId }, (old) => ({ ...addChildren(old, children), moreReplies: 0 }));
}

/** A page of what stands below a reply. */
async function branch(id: number, cursor: string | undefined): Promise<Page<Reply>> {
  const { data, response } = await api.GET("/api/replies/{id}", {
    params: { path: { id }, query: { cursor } },
  });
  return { items: data?.replies ?? [], next: nextCursor(response.headers.get("Link")) };
}

function changeThreads(
  client: QueryClient,
  postId: number,
  change: (forest: Reply[], isLast: boolean) => Reply[],
) {
  client.setQueriesData<Thread>({ queryKey: replyQueries.ofPost(postId) }, (data) => {
    const last = data?.pages.length;
    return (
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({
          ...page,
          items: change(page.items, index + 1 === last),
        })),
      }
    );
  });
}

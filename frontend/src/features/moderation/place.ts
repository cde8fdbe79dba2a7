import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import type { Post, Reply } from "../../api/types";

/** As many as a link to a reply shows. */
const MOST_ANCESTORS = 3;

/** A post, and of a reported reply what it responds to, from the top. */
export type Place = { post: Post; ancestors: Reply[]; reply: Reply | undefined };

/** Loads what a moderator reads around a reported post or reply; null where it is gone. */
export async function loadPlace(
  kind: string,
  id: number,
  postId: number | null,
  signal: AbortSignal,
): Promise<Place | null> {
  if (!postId) return null;
  try {
    const [post, reply] = await Promise.all([
      unwrap(api.GET("/api/posts/{id}", { params: { path: { id: postId } }, signal })),
      kind === "reply" ? fetchReply(id, signal) : undefined,
    ]);
    return { post, reply, ancestors: reply ? await loadAncestors(reply, signal) : [] };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function loadAncestors(reply: Reply, signal: AbortSignal): Promise<Reply[]> {
  const ancestors: Reply[] = [];
  let parent = reply.respondsTo;
  while (parent && ancestors.length < MOST_ANCESTORS) {
    const found = await fetchReply(parent, signal);
    ancestors.unshift(found);
    parent = found.respondsTo;
  }
  return ancestors;
}

function fetchReply(id: number, signal: AbortSignal): Promise<Reply> {
  return unwrap(api.GET("/api/replies/{id}", { params: { path: { id } }, signal }));
}

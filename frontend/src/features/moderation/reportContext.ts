import { api, unwrap } from "../../api/client";
import type { Post, Reply } from "../../api/types";
import { statusOf } from "../../error";

/** A post; for a reported reply also the reply and up to three of its ancestors, the first on top. */
export type ReportContext = { post: Post; ancestors: Reply[]; reply: Reply | undefined };

/** Loads a reported post or reply with its context; null if it does not exist. */
export async function loadContext(
  kind: string,
  id: number,
  postId: number | null,
  signal: AbortSignal,
): Promise<ReportContext | null> {
  if (!postId) return null;
  try {
    const [post, reply] = await Promise.all([
      unwrap(api.GET("/api/posts/{id}", { params: { path: { id: postId } }, signal })),
      kind === "reply"
        ? unwrap(api.GET("/api/replies/{id}", { params: { path: { id } }, signal }))
        : undefined,
    ]);
    return { post, reply, ancestors: reply?.ancestors ?? [] };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

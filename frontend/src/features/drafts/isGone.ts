import { api, unwrap } from "../../api/client";
import { statusOf } from "../../error";

/** Whether the post, reply or forum is gone that a draft was written for: then no screen has its box. */
export async function isGone(key: string): Promise<boolean> {
  const [, kind, first, parent] =
    /^(post|post-in|reply|reply-edit)-(\d+)(?:-(\d+))?/.exec(key) ?? [];
  const reply = kind === "reply-edit" ? first : parent;
  const params = { path: { id: Number(reply ?? first) } };
  try {
    if (reply) return (await unwrap(api.GET("/api/replies/{id}", { params }))).deleted ?? false;
    if (kind === "post-in") await unwrap(api.GET("/forums/{id}", { params }));
    else if (kind) await unwrap(api.GET("/api/posts/{id}", { params }));
    return false;
  } catch (error) {
    // Offline, the screen says what it can.
    return statusOf(error) === 404;
  }
}

import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/queryClient";
import { withKey } from "../../api/sendOnce";
import { session } from "../../api/session";
import type { Post } from "../../api/types";
import type { PostText } from "./PostForm";

/** Sends a post; `key` is that of one that waited. */
export async function createPost(forumId: number, text: PostText, key?: string): Promise<Post> {
  const author = session.get().user?.username ?? "";
  const params = { path: { id: forumId } };
  const body = { ...text, author, forumId };
  const post = await unwrap(api.POST("/api/forum/{id}/posts", { params, body, ...withKey(key) }));
  void applyChange(queryClient, "postCreated", post);
  return post;
}

import type { Forum, Post } from "../src/api/types";
import { visit } from "./app";
import { forum } from "./fixtures";
import { answer } from "./server";

/** Opens a forum with these posts; `calls` are the requests for the posts. */
export function atForum(posts: Post[] = [], change: Partial<Forum> = {}, path = "/forums/7") {
  answer("get", "/forums/{id}", forum(change));
  const calls = answer("get", "/api/forum/{id}/posts", posts);
  return { ...visit(path), calls };
}

import { within } from "@testing-library/react";
import type { Post, Reply } from "../src/api/types";
import { visit } from "./app";
import { answer } from "./server";
import { post } from "./fixtures";

/** Opens a post with these replies; `calls` are the requests for the replies. */
export function atThread(replies: Reply[], path = "/posts/11", change: Partial<Post> = {}) {
  answer("get", "/api/posts/{id}", post(change));
  const calls = answer("get", "/api/posts/{postId}/replies", replies);
  return { ...visit(path), calls };
}

/** Opens a post without replies. */
export const atPost = (change: Partial<Post> = {}) => atThread([], "/posts/11", change);

export const item = (id: number) => within(document.getElementById(`reply-${id}`)!);

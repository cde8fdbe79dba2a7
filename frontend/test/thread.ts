import { within } from "@testing-library/react";
import type { Reply } from "../src/api/types";
import { visit } from "./app";
import { answer } from "./server";
import { post } from "./fixtures";

/** Opens a post with these replies; `calls` are the requests for the replies. */
export function atThread(replies: Reply[], path = "/posts/11") {
  answer("get", "/api/posts/{id}", post());
  const calls = answer("get", "/api/posts/{postId}/replies", replies);
  return { ...visit(path), calls };
}

export const item = (id: number) => within(document.getElementById(`reply-${id}`)!);

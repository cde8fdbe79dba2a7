import type { QueryClient } from "@tanstack/react-query";
import { plainText } from "../ui/trusted";
import { patchPost } from "./cache";
import type { Post } from "./types";

/** As long as the server's excerpts. */
const EXCERPT_LENGTH = 200;

/** Replaces a post in all cached answers. The answer for a single post lacks the excerpt that lists show. */
export function showPost(client: QueryClient, post: Post): void {
  patchPost(client, post.id, ({ description, excerpt }) => ({
    ...post,
    excerpt: excerpt !== undefined && description === post.description ? excerpt : excerptOf(post),
  }));
}

/** The start of the text without markup and spoilers, cut as the server cuts it. */
function excerptOf({ description, description_html: html }: Post): string {
  const text = html === undefined ? description : plainText(html);
  const line = text.replaceAll(/\s+/g, " ");
  const chars = [...line];
  if (chars.length <= EXCERPT_LENGTH) return line;
  const start = chars.slice(0, EXCERPT_LENGTH - 1).join("");
  const end = start.lastIndexOf(" ");
  // Cut inside a word that is longer than half of the excerpt.
  return `${end > start.length / 2 ? start.slice(0, end) : start}…`;
}

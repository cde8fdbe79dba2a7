import type { QueryClient } from "@tanstack/react-query";
import { patchEverywhere } from "../api/queryClient";
import type { Post } from "../api/types";
import { plainText } from "./trusted";

/** As long as those of the server. */
const EXCERPT_LENGTH = 200;

/** Replaces a post in all cached answers. Single posts come without the excerpt that lists need. */
export function showPost(client: QueryClient, post: Post): void {
  patchEverywhere<Post>(client, ["posts"], post.id, ({ description, excerpt }) => ({
    ...post,
    excerpt: excerpt !== undefined && description === post.description ? excerpt : excerptOf(post),
  }));
}

/** The start of the text without markup and spoilers, cut where the server cuts it. */
function excerptOf({ description, description_html: html }: Post): string {
  const text = html === undefined ? description : plainText(html);
  const line = text.replaceAll(/\s+/g, " ");
  const chars = [...line];
  if (chars.length <= EXCERPT_LENGTH) return line;
  const start = chars.slice(0, EXCERPT_LENGTH - 1).join("");
  const end = start.lastIndexOf(" ");
  // A word that fills half of it is cut itself.
  return `${end > start.length / 2 ? start.slice(0, end) : start}…`;
}

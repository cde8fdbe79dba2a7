import type { Post } from "../../api/types";
import { score } from "../votes/useVote";

/** The spec's two orders; without a choice, as the server answered. */
export function sorted(posts: Post[], order: string | null): Post[] {
  if (order === "recent")
    return posts.toSorted((a, b) => b.timeOfCreation.localeCompare(a.timeOfCreation));
  if (order === "popularity") return posts.toSorted((a, b) => score(b) - score(a));
  return posts;
}

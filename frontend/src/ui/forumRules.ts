import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";

const key = (forumId: number) => ["forum-rules", forumId] as const;

/** The rules of a forum; to moderators also what the server enforces of them. */
export const forumRules = (forumId: number) =>
  queryOptions({
    queryKey: key(forumId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/forums/{id}/rules", { params: { path: { id: forumId } }, signal })),
  });

const SEEN = "rules-seen";

/** What this browser's user was shown above a text box, by forum. */
function seen(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** Whether these rules are new to this browser. */
export function areNew(forumId: number, rules: string): boolean {
  return rules !== "" && seen()[forumId] !== digest(rules);
}

/** Shows them no more until they change. */
export function markSeen(forumId: number, rules: string): void {
  try {
    localStorage.setItem(SEEN, JSON.stringify({ ...seen(), [forumId]: digest(rules) }));
  } catch {
    // Storage is full or off: they are shown again.
  }
}

/** Tells two versions apart. */
function digest(text: string): string {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) | 0;
  return `${text.length}.${hash}`;
}

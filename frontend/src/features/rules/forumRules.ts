import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { storage } from "../../storage";

const key = (forumId: number) => ["forum-rules", forumId] as const;

/** The rules of a forum; for moderators also the settings that the server enforces. */
export const forumRules = (forumId: number) =>
  queryOptions({
    queryKey: key(forumId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/forums/{id}/rules", { params: { path: { id: forumId } }, signal })),
  });

const SEEN = "rules-seen";

/** The hash of the rules that this browser has shown, by forum. */
function seen(): Record<string, string> {
  return storage.getJson(SEEN, isRecord) ?? {};
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null;
}

/** Whether these rules are new to this browser. */
export function areNew(forumId: number, rules: string): boolean {
  return rules !== "" && seen()[forumId] !== digest(rules);
}

/** Hides the rules until they change. */
export function markSeen(forumId: number, rules: string): void {
  storage.set(SEEN, JSON.stringify({ ...seen(), [forumId]: digest(rules) }));
}

/** A hash of the rules. */
function digest(text: string): string {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)!) | 0;
  return `${text.length}.${hash}`;
}

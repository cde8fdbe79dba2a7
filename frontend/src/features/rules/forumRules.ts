import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { hashOf } from "../../hash";
import { storage } from "../../storage";

/** The rules of a forum; for moderators also the settings that the server enforces. */
export const forumRules = (forumId: number) =>
  queryOptions({
    queryKey: keys.rules(forumId),
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/forums/{id}/rules", { params: { path: { id: forumId } }, signal })),
  });

const SEEN = "rules-seen";

/** The hash of the rules that this browser has shown, by forum. */
function seen(): Record<string, number> {
  return storage.getJson(SEEN, isRecord) ?? {};
}

function isRecord(value: unknown): value is Record<string, number> {
  return typeof value === "object" && value !== null;
}

/** Whether these rules are new to this browser. */
export function areNew(forumId: number, rules: string): boolean {
  return rules !== "" && seen()[forumId] !== hashOf(rules);
}

/** Hides the rules until they change. */
export function markSeen(forumId: number, rules: string): void {
  storage.set(SEEN, JSON.stringify({ ...seen(), [forumId]: hashOf(rules) }));
}

import { storage } from "../../storage";

/** Unsent texts in the browser storage, under `draft:{user}:…`. */
export const PREFIX = "draft:";
export const OTHER = "draft:other:";
/** What this browser knows of the server's copies. */
export const SYNC = "draft:sync:";

/** Texts that wait until the server can be reached. */
export const OUTBOX = "outbox:";
/** The keys of what was sent without an answer (`api/sendOnce.ts`). */
const SENT = "sent:";

/** Removes a member's drafts from this browser, after a logout by hand; those of others stay. */
export function clearDrafts(userId: number | undefined): void {
  const own = [PREFIX, OTHER, SYNC, OUTBOX, SENT].map((prefix) => `${prefix}${userId}:`);
  for (const key of storage.keys())
    if (own.some((prefix) => key.startsWith(prefix))) storage.remove(key);
}

import { storage } from "../../storage";

/** Unsent texts in the browser storage, under `draft:{user}:…`. */
export const PREFIX = "draft:";
export const OTHER = "draft:other:";

/** Removes a member's drafts from this browser, after a logout by hand; those of others stay. */
export function clearDrafts(userId: number | undefined): void {
  for (const key of storage.keys())
    if (key.startsWith(`${PREFIX}${userId}:`) || key.startsWith(`${OTHER}${userId}:`))
      storage.remove(key);
}

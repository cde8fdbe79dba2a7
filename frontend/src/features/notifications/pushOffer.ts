import { storage } from "../../storage";
import { createStore } from "../../ui/store";

/** The watched threads that were seen, up to two; or that nobody wants to hear of it again. */
const KEY = "push-hint";
const DISMISSED = "no";

const store = createStore(storage.get(KEY) ?? "");

/** Notes that a member watches a thread. */
export function noteWatched(post: number): void {
  const seen = store.get().split(" ").filter(Boolean);
  if (seen.length < 2 && !seen.includes(String(post)) && store.get() !== DISMISSED)
    keep([...seen, post].join(" "));
}

/** Whether to offer notifications: from the second watched thread on, until it is dismissed for good. */
export function useOffersPush(): boolean {
  return store.useSelected((seen) => seen.includes(" "));
}

export function dismissPush(): void {
  keep(DISMISSED);
}

function keep(value: string) {
  storage.set(KEY, value);
  store.set(value);
}

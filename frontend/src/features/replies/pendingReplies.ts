import { useSyncExternalStore } from "react";

export type PendingReply = { id: number; respondsTo: number | null };

let pending: readonly (PendingReply & { postId: number })[] = [];
const listeners = new Set<() => void>();

/** Other members' replies that arrived after the thread was loaded and are not shown yet. */
export const pendingReplies = {
  of: (postId: number) => pending.filter((reply) => reply.postId === postId),
  add(postId: number, reply: PendingReply) {
    if (!pending.some(({ id }) => id === reply.id)) set([...pending, { ...reply, postId }]);
  },
  remove(ids: readonly number[]) {
    set(pending.filter(({ id }) => !ids.includes(id)));
  },
  clear(postId: number) {
    set(pending.filter((reply) => reply.postId !== postId));
  },
  /** The number of pending replies of a post. */
  useCount: (postId: number) => useSnapshot(() => pendingReplies.of(postId).length),
  /** The number of pending replies to a reply. Other replies are not rendered again. */
  useCountBelow: (parentId: number) =>
    useSnapshot(() => pending.filter(({ respondsTo }) => respondsTo === parentId).length),
};

function set(next: typeof pending) {
  if (next.length === 0 && pending.length === 0) return;
  pending = next;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const useSnapshot = (count: () => number) => useSyncExternalStore(subscribe, count);

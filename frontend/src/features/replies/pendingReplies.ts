import { createStore } from "../../ui/store";

export type PendingReply = { id: number; respondsTo: number | null };

const store = createStore<readonly (PendingReply & { postId: number })[]>([]);

/** Other members' replies that arrived after the thread was loaded and are not shown yet. */
export const pendingReplies = {
  of: (postId: number) => store.get().filter((reply) => reply.postId === postId),
  add(postId: number, reply: PendingReply) {
    if (!store.get().some(({ id }) => id === reply.id))
      store.set([...store.get(), { ...reply, postId }]);
  },
  remove(ids: readonly number[]) {
    store.set(store.get().filter(({ id }) => !ids.includes(id)));
  },
  clear(postId: number) {
    store.set(store.get().filter((reply) => reply.postId !== postId));
  },
  /** The number of pending replies of a post. */
  useCount: (postId: number) => store.useSelected(() => pendingReplies.of(postId).length),
  /** The number of pending replies to a reply. Other replies are not rendered again. */
  useCountBelow: (parentId: number) =>
    store.useSelected((all) => all.filter(({ respondsTo }) => respondsTo === parentId).length),
};

import { createStore } from "../../ui/store";

export type NewPost = { id: number; forumId: number };

/** More are not counted one by one. */
const MOST = 99;

const store = createStore<readonly NewPost[]>([]);

/** Posts of others that were written since the lists on the screen were loaded. */
export const newPosts = {
  use: store.use,
  add(post: NewPost) {
    const isKnown = store.get().some(({ id }) => id === post.id);
    if (!isKnown && store.get().length < MOST) store.set([...store.get(), post]);
  },
  remove(isGone: (post: NewPost) => boolean) {
    const left = store.get().filter((post) => !isGone(post));
    if (left.length < store.get().length) store.set(left);
  },
};

import { createStore } from "../../ui/store";

export type NewPost = { id: number; forumId: number };

/** The count stops here. */
const MOST = 99;

const store = createStore<readonly NewPost[]>([]);

/** Other members' posts that arrived after the lists on the screen were loaded. */
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

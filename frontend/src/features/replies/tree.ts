import type { Reply } from "../../api/types";

/** The spec's numbers, in pixels: 100 at the top, 20 a level, and 30 of margin for each nesting. */
const TOP = 100;
const LEVEL = 20;
const NESTING = 30;

export function indentation(level: number): number {
  return TOP + level * (LEVEL + NESTING);
}

/** Changes one reply wherever it stands in the forest; the rest stays the same objects. */
export function patchReply(forest: Reply[], id: number, patch: (old: Reply) => Reply): Reply[] {
  let changed = false;
  const next = forest.map((reply) => {
    const patched =
      reply.id === id ? patch(reply) : withReplies(reply, patchReply(reply.replies, id, patch));
    changed ||= patched !== reply;
    return patched;
  });
  return changed ? next : forest;
}

/** What was left out of an answer joins what is there, without doubles. */
export function addChildren(reply: Reply, more: Reply[]): Reply {
  const known = new Set(reply.replies.map(({ id }) => id));
  const replies = [...reply.replies, ...more.filter(({ id }) => !known.has(id))];
  return { ...reply, replies };
}

/**
 * The first `most` replies of a forest as one reads it, each below what it answers; what is all there
 * stays the same objects.
 */
export function beginning(forest: Reply[], most: number): Reply[] {
  let left = most;
  const cut = (replies: Reply[]): Reply[] => {
    const kept: Reply[] = [];
    for (const reply of replies) {
      if (left === 0) break;
      left -= 1;
      kept.push(withReplies(reply, cut(reply.replies)));
    }
    const isAll = replies.every((reply, index) => reply === kept[index]);
    return isAll ? replies : kept;
  };
  return cut(forest);
}

export function hasReply(forest: Reply[], id: number): boolean {
  return forest.some((reply) => reply.id === id || hasReply(reply.replies, id));
}

/** Puts a reply that an answer left out below its parent; before all, where that is left out too. */
export function withLinked(forest: Reply[], linked: Reply | undefined): Reply[] {
  if (!linked || hasReply(forest, linked.id)) return forest;
  const below = patchReply(forest, linked.respondsTo ?? 0, (parent) => ({
    ...addChildren(parent, [linked]),
    moreReplies: (parent.moreReplies ?? 1) - 1,
  }));
  return below === forest ? [linked, ...forest] : below;
}

export function removed(reply: Reply): Reply {
  const user = { username: "removed", user_image: "/images/avatars/removed.svg" };
  return { ...reply, deleted: true, description: "removed", user };
}

function withReplies(reply: Reply, replies: Reply[]): Reply {
  return replies === reply.replies ? reply : { ...reply, replies };
}

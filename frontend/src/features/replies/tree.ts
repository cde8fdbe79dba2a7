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

export function removed(reply: Reply): Reply {
  const user = { username: "removed", user_image: "/images/avatars/removed.svg" };
  return { ...reply, deleted: true, description: "removed", user };
}

function withReplies(reply: Reply, replies: Reply[]): Reply {
  return replies === reply.replies ? reply : { ...reply, replies };
}

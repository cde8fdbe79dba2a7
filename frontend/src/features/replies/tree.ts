import { addChildren, hasReply, patchForest, withReplies } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { ANCESTORS } from "./scrollToReply";

/** The spec's indentation in pixels: 100 at the top, 20 per level, and 30 of margin per nesting. */
const TOP = 100;
const LEVEL = 20;
const NESTING = 30;

export function indentation(level: number): number {
  return TOP + level * (LEVEL + NESTING);
}

/** Narrow screens stop indenting at this level. */
export const NARROW_LEVELS = 4;

/** The width of a thread, `--thread`. Text keeps at least 60 % of it. */
const COLUMN = 960;

export function isTooDeep(level: number): boolean {
  return indentation(level) > COLUMN * 0.4;
}

/**
 * Returns the first `most` replies of a forest in reading order. Subtrees that are complete stay the same
 * objects.
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

/** A reply and all below it, in reading order. */
export function allReplies(reply: Reply): Reply[] {
  return [reply, ...reply.replies.flatMap(allReplies)];
}

/** Updates the replies of a forest, without adding any. */
export function refreshForest(forest: Reply[], fresh: ReadonlyMap<number, Reply>): Reply[] {
  return forest.map((old) => {
    const replies = refreshForest(old.replies, fresh);
    return { ...old, ...fresh.get(old.id), replies };
  });
}

/** The ids on the path from a root to a reply, including it; empty if it is missing. */
export function pathTo(forest: Reply[], id: number): number[] {
  for (const reply of forest) {
    if (reply.id === id) return [id];
    const below = pathTo(reply.replies, id);
    if (below.length > 0) return [reply.id, ...below];
  }
  return [];
}

/** The forest, or only the branch around a reply that is nested too deep to be shown in it. */
export function focusedBranch(forest: Reply[], id: number): Reply[] {
  const path = pathTo(forest, id);
  if (!isTooDeep(path.length - 1)) return forest;
  const root = find(forest, path.at(-ANCESTORS - 1) ?? id);
  return root ? [root] : forest;
}

function find(forest: Reply[], id: number): Reply | undefined {
  for (const reply of forest) {
    const found = reply.id === id ? reply : find(reply.replies, id);
    if (found) return found;
  }
  return undefined;
}

/** Nests a reply below the ancestors that its answer contains. */
export function branchTo({ ancestors = [], ...reply }: Reply): Reply {
  return ancestors.reduceRight((below, parent) => addOmitted(parent, below), reply);
}

/**
 * Inserts a linked reply that the thread left out, with its missing ancestors, below the first parent that
 * the forest has, or else before all.
 */
export function withLinked(forest: Reply[], branch: Reply | undefined, id: number): Reply[] {
  if (!branch || hasReply(forest, id)) return forest;
  const [below] = branch.replies;
  if (below && hasReply(forest, branch.id)) return withLinked(forest, below, id);
  const whole = patchForest(forest, branch.respondsTo ?? 0, (parent) => addOmitted(parent, branch));
  return whole === forest ? [branch, ...forest] : whole;
}

function addOmitted(parent: Reply, reply: Reply): Reply {
  return { ...addChildren(parent, [reply]), moreReplies: (parent.moreReplies ?? 1) - 1 };
}

/** Inserts held replies below their parents, or before all if a parent is missing. */
export function withHeld(forest: Reply[], held: readonly Reply[]): Reply[] {
  let all = forest;
  for (const reply of held) {
    if (hasReply(all, reply.id)) continue;
    const below = patchForest(all, reply.respondsTo ?? 0, (parent) => addChildren(parent, [reply]));
    all = below === all ? [reply, ...all] : below;
  }
  return all;
}

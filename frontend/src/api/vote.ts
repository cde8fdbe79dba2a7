import type { Tally } from "./types";

export type Direction = "up" | "down";
export type Standing = Direction | "neutral";

export function standing(tally: Tally): Standing {
  if (tally.hasUpvoted) return "up";
  return tally.hasDownvoted ? "down" : "neutral";
}

export function score(tally: Pick<Tally, "upvotes" | "downvotes">): number {
  return tally.upvotes - tally.downvotes;
}

/** What a click makes of a vote: the other way moves it, the same way takes it back. */
export function clicked(now: Standing, direction: Direction): Standing {
  return now === direction ? "neutral" : direction;
}

/** The tally as it looks once the vote stands so. */
export function withStanding(tally: Tally, to: Standing): Tally {
  const count = (has: boolean, wants: boolean) => Number(wants) - Number(has);
  return {
    upvotes: tally.upvotes + count(tally.hasUpvoted, to === "up"),
    downvotes: tally.downvotes + count(tally.hasDownvoted, to === "down"),
    hasUpvoted: to === "up",
    hasDownvoted: to === "down",
  };
}

/** The call that leads from one standing to another, and the spec's words for its failure. */
export function step(from: Standing, to: Standing) {
  if (to === "up") return { action: "upvote", failure: "Failed to upvote" } as const;
  if (to === "down") return { action: "downvote", failure: "Failed to downvote" } as const;
  return from === "up"
    ? ({ action: "upvote/unlike", failure: "Failed to undo upvote" } as const)
    : ({ action: "downvote/undislike", failure: "Failed to undo downvote" } as const);
}

export type VoteAction = ReturnType<typeof step>["action"];

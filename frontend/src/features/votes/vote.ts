import type { Tally } from "../../api/types";

export type Direction = "up" | "down";
export type Vote = Direction | "neutral";

export function currentVote(tally: Tally): Vote {
  if (tally.hasUpvoted) return "up";
  return tally.hasDownvoted ? "down" : "neutral";
}

export function score(tally: Pick<Tally, "upvotes" | "downvotes">): number {
  return tally.upvotes - tally.downvotes;
}

/** Returns the vote after a click: the other direction moves it, the same one takes it back. */
export function nextVote(current: Vote, direction: Direction): Vote {
  return current === direction ? "neutral" : direction;
}

/** Returns the tally with this vote of the member. */
export function applyVote(tally: Tally, vote: Vote): Tally {
  const change = (has: boolean, wants: boolean) => Number(wants) - Number(has);
  return {
    upvotes: tally.upvotes + change(tally.hasUpvoted, vote === "up"),
    downvotes: tally.downvotes + change(tally.hasDownvoted, vote === "down"),
    hasUpvoted: vote === "up",
    hasDownvoted: vote === "down",
  };
}

/** Returns the call that leads from one vote to another, and the spec's words for its failure. */
export function voteRequest(from: Vote, to: Vote) {
  if (to === "up") return { action: "upvote", failure: "upvote" } as const;
  if (to === "down") return { action: "downvote", failure: "downvote" } as const;
  return from === "up"
    ? ({ action: "upvote/unlike", failure: "undoUpvote" } as const)
    : ({ action: "downvote/undislike", failure: "undoDownvote" } as const);
}

type VoteRequest = ReturnType<typeof voteRequest>;
export type VoteAction = VoteRequest["action"];
export type VoteFailure = VoteRequest["failure"];

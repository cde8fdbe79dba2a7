import { expect, test } from "vitest";
import { applyVote, currentVote, nextVote, score, voteAction, type Direction } from "./useVote";

const neutral = { upvotes: 5, downvotes: 2, hasUpvoted: false, hasDownvoted: false };
const vote = (tally: typeof neutral, direction: Direction) =>
  applyVote(tally, nextVote(currentVote(tally), direction));

test("an upvote from neutral adds one", () => {
  expect(vote(neutral, "up")).toEqual({ ...neutral, upvotes: 6, hasUpvoted: true });
});

test("an upvote after a downvote also takes one from the downvotes", () => {
  expect(vote(vote(neutral, "down"), "up")).toEqual({ ...neutral, upvotes: 6, hasUpvoted: true });
});

test("an upvote again undoes it", () => {
  expect(vote(vote(neutral, "up"), "up")).toEqual(neutral);
});

test("downvotes mirror that", () => {
  const down = { ...neutral, downvotes: 3, hasDownvoted: true };
  expect(vote(neutral, "down")).toEqual(down);
  expect(vote(vote(neutral, "up"), "down")).toEqual(down);
  expect(vote(down, "down")).toEqual(neutral);
});

test("the score is upvotes minus downvotes", () => {
  expect(score(neutral)).toBe(3);
});

test("each change of a vote has its own request", () => {
  expect(voteAction("neutral", "up")).toBe("upvote");
  expect(voteAction("down", "up")).toBe("upvote");
  expect(voteAction("up", "neutral")).toBe("upvote/unlike");
  expect(voteAction("neutral", "down")).toBe("downvote");
  expect(voteAction("down", "neutral")).toBe("downvote/undislike");
});

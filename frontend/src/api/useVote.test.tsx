import { act, renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import type { Tally } from "./types";
import { useVote } from "./useVote";
import { withStanding, type VoteAction } from "./vote";

const NEUTRAL = { upvotes: 5, downvotes: 2, hasUpvoted: false, hasDownvoted: false };

/** A server that answers only when told to. */
function slow() {
  const waiting: { action: VoteAction; answer: (tally: Tally) => void; refuse: () => void }[] = [];
  const said: string[] = [];
  const hook = renderHook(() => {
    const [tally, show] = useState<Tally>(NEUTRAL);
    const send = (action: VoteAction) =>
      new Promise<Tally>((answer, refuse) => waiting.push({ action, answer, refuse }));
    return { tally, vote: useVote({ tally, show, send, failed: (words) => said.push(words) }) };
  });
  return { waiting, said, hook, actions: () => waiting.map(({ action }) => action) };
}

test("the first click is sent at once, the next ones wait and end in the last state", async () => {
  const { hook, waiting, actions } = slow();
  act(() => hook.result.current.vote("up"));
  act(() => hook.result.current.vote("up"));
  act(() => hook.result.current.vote("down"));
  expect(actions()).toEqual(["upvote"]);
  expect(hook.result.current.tally).toEqual(withStanding(NEUTRAL, "down"));
  await act(async () => waiting[0]?.answer(withStanding(NEUTRAL, "up")));
  expect(actions()).toEqual(["upvote", "downvote"]);
  await act(async () => waiting[1]?.answer(withStanding(NEUTRAL, "down")));
  expect(actions()).toHaveLength(2);
  expect(hook.result.current.tally).toEqual(withStanding(NEUTRAL, "down"));
});

test("clicks that end where the server stands send nothing more", async () => {
  const { hook, waiting, actions } = slow();
  for (const _ of [1, 2, 3]) act(() => hook.result.current.vote("up"));
  await act(async () => waiting[0]?.answer(withStanding(NEUTRAL, "up")));
  expect(actions()).toEqual(["upvote"]);
});

test("a refusal rolls back to what the server has", async () => {
  const { hook, waiting, said } = slow();
  act(() => hook.result.current.vote("down"));
  await act(async () => waiting[0]?.refuse());
  expect(hook.result.current.tally).toEqual(NEUTRAL);
  expect(said).toEqual(["Failed to downvote"]);
});

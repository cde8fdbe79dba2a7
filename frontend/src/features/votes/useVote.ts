import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { useLatest } from "../../api/latest";
import { postKeys, replyKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { useSignedIn } from "../../api/session";
import { patchTally, voteKey } from "../../api/tallies";
import type { Tally } from "../../api/types";
import { paths } from "../../paths";
import { tabStorage } from "../../storage";

export type Direction = "up" | "down";
export type Vote = Direction | "neutral";
/** A post, or a reply of one. */
export type Votable = Tally & { id: number; postId?: number };

/**
 * Shows a vote and sends it at once; further clicks are sent after it as one. A visitor is sent to the login,
 * and the vote is cast after it.
 */
export function useVote({ postId, id, ...tally }: Votable) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const thing = { kind: postId ? "reply" : "post", id } as const;
  const scope = voteKey(thing).join("-");
  const change = useLatest<Tally, Vote>({
    mutationKey: voteKey(thing),
    queryKey: postId ? replyKeys.ofPost(postId) : postKeys.all,
    current: tally,
    valueOf: currentVote,
    show: (confirmed, vote) => patchTally(client, thing, applyVote(confirmed, vote)),
    send: (from, to) => {
      const init = { params: { path: { id } }, keepalive: true };
      const action = voteAction(from, to);
      return unwrap(
        postId
          ? api.PUT(`/api/replies/{id}/${action}`, init)
          : api.PUT(`/api/posts/{id}/${action}`, init),
      );
    },
    onRefused: (error, from, to) =>
      notifyFailure((status) => failureText(voteAction(from, to), status), error),
  });

  const cast = useEffectEvent((vote: Vote) => change(() => vote));
  useEffect(() => {
    const carried = takeCarriedVote(scope);
    if (signedIn && carried) cast(carried);
  }, [scope, signedIn]);

  return (direction: Direction) => {
    if (signedIn) return change((now) => nextVote(now, direction));
    carryVote(scope, direction);
    const place = postId ? paths.reply(postId, id) : paths.post(id);
    void navigate(paths.login(place), { state: { vote: true } });
  };
}

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

/** Returns the call that leads from one vote to another. */
export function voteAction(from: Vote, to: Vote) {
  if (to === "up") return "upvote";
  if (to === "down") return "downvote";
  return from === "up" ? "upvote/unlike" : "downvote/undislike";
}

function failureText(action: ReturnType<typeof voteAction>, status: number): string {
  switch (action) {
    case "upvote":
      return t`Failed to upvote. Status code: ${status}`;
    case "downvote":
      return t`Failed to downvote. Status code: ${status}`;
    case "upvote/unlike":
      return t`Failed to undo upvote. Status code: ${status}`;
    case "downvote/undislike":
      return t`Failed to undo downvote. Status code: ${status}`;
  }
}

const CARRIED = "carried-vote";
/** A visitor who signs in later than this no longer means the vote. */
const MAX_AGE_MS = 15 * 60_000;
type CarriedVote = { scope: string; direction: Direction; clickedAt: number };

/** Stored in this tab only, never in a URL: a link must not vote for its visitor. */
function carryVote(scope: string, direction: Direction) {
  const carried: CarriedVote = { scope, direction, clickedAt: Date.now() };
  tabStorage.set(CARRIED, JSON.stringify(carried));
}

/** Returns a visitor's pending vote once; it is dropped if the visitor returns without signing in. */
function takeCarriedVote(scope: string): Direction | undefined {
  const carried = tabStorage.getJson(CARRIED, isCarriedVote);
  if (carried?.scope !== scope) return undefined;
  tabStorage.remove(CARRIED);
  return Date.now() - carried.clickedAt < MAX_AGE_MS ? carried.direction : undefined;
}

function isCarriedVote(value: unknown): value is CarriedVote {
  const { direction } = (value ?? {}) as Partial<CarriedVote>;
  return direction === "up" || direction === "down";
}

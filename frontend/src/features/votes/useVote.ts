import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { cancelRefetches } from "../../api/queryClient";
import { notifyFailure } from "../../api/refusal";
import { useSignedIn } from "../../api/session";
import type { Tally } from "../../api/types";
import {
  applyVote,
  currentVote,
  nextVote,
  voteRequest,
  type Direction,
  type Vote,
  type VoteAction,
  type VoteFailure,
} from "./vote";

type Options = {
  /** The key of the post or reply. Votes with the same key are sent one after the other. */
  scope: string;
  tally: Tally;
  /** The cached queries that contain the tally. */
  queryKey: QueryKey;
  /** Where a visitor comes back to after the sign-in. */
  returnTo: string;
  send: (action: VoteAction) => Promise<Tally>;
  show: (tally: Tally) => void;
};

type PendingVote = {
  confirmed: Tally;
  wanted: Vote;
  failure: VoteFailure;
  /** Clicks that aren't settled. */
  clicks: number;
  restarts: (() => void)[];
};
const pendingVotes = new Map<string, PendingVote>();

/** Whether a vote is being sent; its answer will be newer than any event. */
export const hasPendingVote = (scope: string) => pendingVotes.has(scope);

/** Runs a refetch after pending votes are settled; an older answer would undo them on the screen. */
export function afterVote(scope: string, run: () => void) {
  const pending = pendingVotes.get(scope);
  if (pending) pending.restarts.push(run);
  else run();
}

/**
 * Shows a vote and sends it at once. Clicks during a request are sent after it as one, if they change the
 * result, so that screen and server end in the same state. A visitor is sent to the login, and the vote is
 * cast after it.
 */
export function useVote({ scope, tally, queryKey, returnTo, send, show }: Options) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { mutate } = useMutation({
    scope: { id: scope },
    onMutate(wanted: Vote) {
      const pending = pendingVotes.get(scope) ?? begin(scope, tally);
      pending.wanted = wanted;
      pending.clicks += 1;
      pending.restarts.push(cancelRefetches(client, queryKey));
      show(applyVote(pending.confirmed, wanted));
      return pending;
    },
    async mutationFn() {
      const pending = pendingVotes.get(scope);
      if (!pending) return;
      const from = currentVote(pending.confirmed);
      if (pending.wanted === from) return;
      const { action, failure } = voteRequest(from, pending.wanted);
      pending.failure = failure;
      pending.confirmed = await send(action);
    },
    onSuccess(_data, _wanted, pending) {
      pending.restarts.push(cancelRefetches(client, queryKey));
      show(applyVote(pending.confirmed, pending.wanted));
    },
    onError(error, _wanted, pending) {
      if (!pending) return;
      pending.wanted = currentVote(pending.confirmed);
      show(pending.confirmed);
      notifyFailure(failureText(pending.failure, statusOf(error)), error);
    },
    onSettled(_data, _error, _wanted, pending) {
      if (!pending) return;
      pending.clicks -= 1;
      if (pending.clicks > 0) return;
      pendingVotes.delete(scope);
      for (const restart of pending.restarts) restart();
    },
  });

  const cast = useEffectEvent((vote: Vote) => {
    if (vote !== currentVote(tally)) mutate(vote);
  });
  useEffect(() => {
    const carried = takeCarriedVote(scope);
    if (signedIn && carried) cast(carried);
  }, [scope, signedIn]);

  return (direction: Direction) => {
    if (signedIn) {
      const current = pendingVotes.get(scope)?.wanted ?? currentVote(tally);
      return mutate(nextVote(current, direction));
    }
    carryVote(scope, direction);
    void navigate(paths.login(returnTo));
  };
}

function begin(scope: string, confirmed: Tally): PendingVote {
  const wanted = currentVote(confirmed);
  const pending: PendingVote = { confirmed, wanted, failure: "upvote", clicks: 0, restarts: [] };
  pendingVotes.set(scope, pending);
  return pending;
}

function failureText(failure: VoteFailure, status: number): string {
  switch (failure) {
    case "upvote":
      return t`Failed to upvote. Status code: ${status}`;
    case "downvote":
      return t`Failed to downvote. Status code: ${status}`;
    case "undoUpvote":
      return t`Failed to undo upvote. Status code: ${status}`;
    case "undoDownvote":
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
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify(carried));
  } catch {
    // Without storage the member has to vote again.
  }
}

/** Returns a visitor's pending vote once; it is dropped if the visitor returns without signing in. */
function takeCarriedVote(scope: string): Direction | undefined {
  try {
    const carried = JSON.parse(sessionStorage.getItem(CARRIED) ?? "null") as CarriedVote | null;
    if (carried?.scope !== scope) return undefined;
    sessionStorage.removeItem(CARRIED);
    const isKnown = carried.direction === "up" || carried.direction === "down";
    const isFresh = Date.now() - carried.clickedAt < MAX_AGE_MS;
    return isKnown && isFresh ? carried.direction : undefined;
  } catch {
    return undefined;
  }
}

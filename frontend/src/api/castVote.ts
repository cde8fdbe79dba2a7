import { t } from "@lingui/core/macro";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { notifyFailure } from "../ui/notify";
import { statusOf } from "./error";
import { cancelRefetches } from "./queryClient";
import type { Tally } from "./types";
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

/** What is voted on. */
export type Ballot = {
  /** Names it; all screens that show it send their votes one after the other. */
  scope: string;
  tally: Tally;
  /** What holds the tally in the cache. */
  queryKey: QueryKey;
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

/** Whether clicks are on their way, whose answer is newer than what others know. */
export const hasPendingVote = (scope: string) => pendingVotes.has(scope);

/** Flips the vote in a direction. */
export function toggleVote(client: QueryClient, ballot: Ballot, direction: Direction): void {
  const current = pendingVotes.get(ballot.scope)?.wanted ?? currentVote(ballot.tally);
  castVote(client, ballot, nextVote(current, direction));
}

/**
 * Shows a vote at once and sends it at once. Clicks made while one is on its way are sent after it,
 * and only if they end elsewhere, so that screen and server end in the state last shown.
 */
export function castVote(client: QueryClient, ballot: Ballot, vote: Vote): void {
  const { scope, tally, queryKey, send, show } = ballot;
  const mutation = client.getMutationCache().build<unknown, Error, Vote, PendingVote>(client, {
    scope: { id: scope },
    onMutate(wanted) {
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
  // `onError` has said what went wrong.
  mutation.execute(vote).catch(() => undefined);
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

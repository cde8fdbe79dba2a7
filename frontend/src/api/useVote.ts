import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { paths } from "../paths";
import { loadOrNotify } from "../ui/loadOrNotify";
import type { Ballot } from "./castVote";
import { useSignedIn } from "./session";
import { currentVote, type Direction } from "./vote";

/** After the first paint: members have it by then, as it comes with what else is theirs. */
const loadVoting = () => loadOrNotify(() => import("./castVote"));

type Options = Ballot & {
  /** Where a visitor comes back to after the sign-in. */
  returnTo: string;
};

/** Votes by a click. A visitor's vote is cast after the sign-in that it asks for. */
export function useVote({ returnTo, ...ballot }: Options) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { scope, tally } = ballot;

  const cast = useEffectEvent(async (vote: Direction) => {
    if (vote !== currentVote(tally)) (await loadVoting())?.castVote(client, ballot, vote);
  });
  useEffect(() => {
    const carried = takeCarriedVote(scope);
    if (signedIn && carried) void cast(carried);
  }, [scope, signedIn]);

  return async (direction: Direction) => {
    if (signedIn) return (await loadVoting())?.toggleVote(client, ballot, direction);
    carryVote(scope, direction);
    void navigate(paths.login(returnTo));
  };
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
    // Without storage the member votes once more.
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

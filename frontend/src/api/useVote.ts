import { useEffect, useRef } from "react";
import type { Tally } from "./types";
import { clicked, standing, step, withStanding, type Direction, type VoteAction } from "./vote";

type Vote = {
  tally: Tally;
  send: (action: VoteAction) => Promise<Tally>;
  show: (tally: Tally) => void;
  failed: (sentence: string, error: unknown) => void;
};

/**
 * Shows a vote at once and sends it at once; clicks made while one is on its way are sent after it,
 * and only if they end elsewhere, so that screen and server end in the state last shown.
 */
export function useVote(vote: Vote): (direction: Direction) => void {
  const latest = useRef(vote);
  const busy = useRef(false);
  const shown = useRef(vote.tally);
  useEffect(() => {
    latest.current = vote;
    if (!busy.current) shown.current = vote.tally;
  });

  return (direction: Direction) => {
    const before = shown.current;
    display(withStanding(before, clicked(standing(before), direction)));
    if (!busy.current) void settle(before);

    function display(tally: Tally) {
      shown.current = tally;
      latest.current.show(tally);
    }

    async function settle(confirmed: Tally) {
      busy.current = true;
      while (standing(shown.current) !== standing(confirmed)) {
        const { action, failure } = step(standing(confirmed), standing(shown.current));
        try {
          confirmed = await latest.current.send(action);
          display(withStanding(confirmed, standing(shown.current)));
        } catch (error) {
          display(confirmed);
          latest.current.failed(failure, error);
        }
      }
      busy.current = false;
    }
  };
}

import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { cancelRefetches } from "./cache";

type Options<State, Wanted> = {
  /** The key of the thing; its mutations run one after the other, wherever it is shown. */
  mutationKey: QueryKey;
  /** The answers that contain it: refetches are older than the change and run again after it. */
  queryKey: QueryKey;
  current: State;
  valueOf: (state: State) => Wanted;
  show: (confirmed: State, wanted: Wanted) => void;
  send: (from: Wanted, wanted: Wanted) => Promise<State>;
  onRefused: (error: Error, from: Wanted, wanted: Wanted) => void;
};

/** What all pending mutations of a thing share, in the context of each. */
type Chain<State> = { confirmed: State; isRefused: boolean; afterwards: (() => void)[] };

/**
 * Shows a value and sends it at once. Values that are wanted during a request are sent after it as one, if they
 * change the result, so that screen and server end in the same state.
 */
export function useLatest<State, Wanted>(options: Options<State, Wanted>) {
  const { mutationKey, queryKey, current, valueOf, show, send, onRefused } = options;
  const client = useQueryClient();
  const pending = () => pendingOf(client, mutationKey);
  const lastWanted = () => pending().at(-1)?.variables as Wanted;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join("-") },
    onMutate(wanted: Wanted): Chain<State> {
      const chain = chainOf<State>(client, mutationKey) ?? begin(current);
      chain.isRefused = false;
      chain.afterwards.push(cancelRefetches(client, queryKey));
      show(chain.confirmed, wanted);
      return chain;
    },
    async mutationFn() {
      const chain = chainOf<State>(client, mutationKey) ?? begin(current);
      const [from, wanted] = [valueOf(chain.confirmed), lastWanted()];
      if (wanted === from || chain.isRefused) return;
      try {
        chain.confirmed = await send(from, wanted);
      } catch (error) {
        chain.isRefused = true;
        onRefused(error as Error, from, wanted);
      }
    },
    onSettled(_data, _error, _wanted, chain) {
      if (!chain) return;
      chain.afterwards.push(cancelRefetches(client, queryKey));
      show(chain.confirmed, chain.isRefused ? valueOf(chain.confirmed) : lastWanted());
      if (pending().length === 1) for (const run of chain.afterwards) run();
    },
  });
  /** Shows and sends what follows from what is wanted now. */
  return (next: (now: Wanted) => Wanted) =>
    mutate(next(pending().length > 0 ? lastWanted() : valueOf(current)));
}

function begin<State>(confirmed: State): Chain<State> {
  return { confirmed, isRefused: false, afterwards: [] };
}

function pendingOf(client: QueryClient, mutationKey: QueryKey) {
  const pending = client.getMutationCache().findAll({ mutationKey, status: "pending" });
  return pending.map(({ state }) => state);
}

function chainOf<State>(client: QueryClient, mutationKey: QueryKey): Chain<State> | undefined {
  return pendingOf(client, mutationKey).find(({ context }) => context)?.context as Chain<State>;
}

/** Runs a refetch after the pending mutations of a thing; an older answer would undo them on the screen. */
export function afterPending(client: QueryClient, mutationKey: QueryKey, run: () => void): void {
  const chain = chainOf(client, mutationKey);
  if (chain) chain.afterwards.push(run);
  else run();
}

import {
  notifyManager,
  QueryClient,
  type InfiniteData,
  type QueryKey,
} from "@tanstack/react-query";
import type { Page } from "./client";
import { statusOf } from "./error";

// The pending state is rendered before the next click, so nothing is sent twice.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Back shows the previous state, with all loaded pages.
      gcTime: 30 * 60_000,
      // What cannot be reached is said, with a Retry: a query that waited for a network would show
      // nothing but that it is loading.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (count, error) => statusOf(error) === 0 && count < 1,
    },
    mutations: { networkMode: "always" },
  },
});

type WithId = { id: number };
type Cached = InfiniteData<Page<WithId>> | Page<WithId> | WithId | undefined;

/** Changes one thing wherever a list or a detail below `key` shows it; `null` takes it out. */
export function patchEverywhere<T extends WithId>(
  client: QueryClient,
  key: readonly unknown[],
  id: number,
  patch: (old: T) => T | null,
) {
  const apply = (items: WithId[]) =>
    items.flatMap((item) => (item.id === id ? (patch(item as T) ?? []) : [item]));
  client.setQueriesData<Cached>({ queryKey: key }, (data) => {
    if (!data) return data;
    if ("pages" in data)
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: apply(page.items) })) };
    if ("items" in data) return { ...data, items: apply(data.items) };
    return data.id === id ? (patch(data as T) ?? undefined) : data;
  });
}

/**
 * Cancels refetches below a key, whose answers would be older than the change that follows; first
 * loads go on. Returns a function that starts them again.
 */
export function cancelRefetches(client: QueryClient, queryKey: QueryKey): () => void {
  const cancelled = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data !== undefined)
    .map((query) => ({ query, meta: query.state.fetchMeta }));
  for (const { query } of cancelled) void query.cancel({ revert: true });
  return () => {
    for (const { query, meta } of cancelled)
      if (query.state.fetchStatus === "idle")
        query.fetch(undefined, meta ? { meta } : undefined).catch(() => undefined);
  };
}

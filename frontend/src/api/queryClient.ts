import {
  notifyManager,
  QueryClient,
  type InfiniteData,
  type QueryKey,
} from "@tanstack/react-query";
import { statusOf } from "../error";
import type { Page } from "./client";
import { postKeys } from "./queryKeys";
import type { Post } from "./types";

// Renders the pending state before the next click, so nothing is sent twice.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Back shows the previous state, with all loaded pages.
      gcTime: 30 * 60_000,
      // Fail at once when offline, so that the screen shows an error with Retry and not an endless loading
      // state.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (count, error) => statusOf(error) === 0 && count < 1,
    },
    mutations: { networkMode: "always" },
  },
});

type WithId = { id: number };
type Cached = InfiniteData<Page<WithId>> | Page<WithId> | WithId | undefined;

/** Changes an item in all lists and details below `key`; `null` removes it. */
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

/** Changes a post in all lists and details. */
export function patchPost(client: QueryClient, id: number, patch: (old: Post) => Post) {
  patchEverywhere<Post>(client, postKeys.all, id, patch);
}

/**
 * Cancels refetches below a key before a change, as their answers would be older than it. First loads
 * continue. Returns a function that restarts the cancelled ones.
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

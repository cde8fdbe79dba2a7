import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Page } from "./client";
import { postKeys } from "./queryKeys";
import type { Post } from "./types";

type WithId = { id: number };
type Cached = InfiniteData<Page<WithId>> | Page<WithId> | WithId;

/**
 * Changes cached answers below a key. An answer that is stale stays stale, which `setQueriesData` would forget;
 * where `patch` returns the same object, nothing is drawn again.
 */
export function patchQueries<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data) => Data | undefined,
) {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    const next = data === undefined ? data : patch(data as Data);
    if (next === undefined || next === data) continue;
    client.setQueryData(query.queryKey, next, { updatedAt });
    if (isInvalidated) query.invalidate();
  }
}

/** Whether an answer below a key is on the screen. */
export function isShown(client: QueryClient, queryKey: QueryKey): boolean {
  return client.getQueryCache().findAll({ queryKey, type: "active" }).length > 0;
}

/** Changes an item in all lists and details below `key`; `null` removes it. */
export function patchEverywhere<T extends WithId>(
  client: QueryClient,
  key: QueryKey,
  id: number,
  patch: (old: T) => T | null,
) {
  const isIt = (item: WithId) => item.id === id;
  const apply = <P extends { items: WithId[] }>(page: P): P =>
    page.items.some(isIt)
      ? {
          ...page,
          items: page.items.flatMap((one) => (isIt(one) ? (patch(one as T) ?? []) : [one])),
        }
      : page;
  patchQueries<Cached>(client, key, (data) => {
    if ("items" in data) return apply(data);
    if (!("pages" in data)) return isIt(data) ? (patch(data as T) ?? undefined) : data;
    const pages = data.pages.map(apply);
    return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
  });
}

/** Changes a post in all lists and details. */
export function patchPost(client: QueryClient, id: number, patch: (old: Post) => Post) {
  patchEverywhere<Post>(client, postKeys.all, id, patch);
}

export function countReplies(client: QueryClient, postId: number, by: number) {
  patchPost(client, postId, (post) => ({
    ...post,
    replyCount: Math.max(0, post.replyCount + by),
  }));
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

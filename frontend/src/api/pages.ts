import { infiniteQueryOptions, type InfiniteData, type QueryKey } from "@tanstack/react-query";
import { liveStatus } from "./liveStatus";
import type { Page } from "./client";
import { FRESH_MS } from "./queryClient";

type Fetch<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/**
 * A keyset list: pages by cursor, shown as one array without doubles. A refetch asks for every loaded
 * page, so a list of several is left as it is on focus and on Back, unless a change invalidated it.
 */
export function pages<T extends { id: number }>(queryKey: QueryKey, fetchPage: Fetch<T>) {
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page<T>) => last.next,
    select: flatten,
    staleTime: (query) => (isShort(query) ? FRESH_MS : Infinity),
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: (query) => isShort(query) && "always",
    refetchOnMount: (query) => isShort(query) || query.state.isInvalidated,
  });
  return { ...options, fetchPage };
}

type PagesQuery = { state: { data: { pages: unknown[] } | undefined } };

function isShort({ state }: PagesQuery): boolean {
  return (state.data?.pages.length ?? 0) <= 1;
}

/**
 * Refetches on focus only without a live stream: its events, and the polling while it is down, keep a list
 * fresh without moving it.
 */
export function unlessFollowed(query: PagesQuery): boolean {
  return isShort(query) && liveStatus.get() === "off";
}

/** Fetches all pages of a list. */
export async function allPages<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await fetchPage(cursor);
    all.push(...items);
    cursor = next;
  } while (cursor);
  return all;
}

/** Drops duplicates: an item may move to a later page between two fetches. */
function flatten<T extends { id: number }>(data: InfiniteData<Page<T>, string | undefined>): T[] {
  return [
    ...new Map(data.pages.flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
}

import {
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import type { Page } from "../../api/client";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";
import { postQueries } from "./queries";

/** A post; shows the data of a list until the response arrives. */
export function usePost(id: number) {
  const client = useQueryClient();
  return useQuery({
    ...postQueries.detail(id),
    initialData: () => listedPost(client, id),
    // Marked as stale, so that it is still requested.
    initialDataUpdatedAt: 0,
  });
}

type ListData = Partial<InfiniteData<Page<Post>> & Page<Post>>;

/** Finds a post in the cached lists. */
export function listedPost(client: QueryClient, id: number): Post | undefined {
  return client
    .getQueriesData<ListData>({ queryKey: postKeys.lists })
    .flatMap(([, list]) => list?.items ?? list?.pages?.flatMap(({ items }) => items) ?? [])
    .find((post) => post.id === id);
}

import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages, unlessFollowed } from "../../api/pages";
import { postKeys } from "../../api/queryKeys";

export type Order = "recent" | "popularity" | "hot" | "active";
export type Period = "day" | "week" | "month" | "year";
/** A feed of all forums, or of those that the member follows; a period narrows the popular posts. */
export type HomeFeed = { filter: Order | "following"; period?: Period | undefined };
export type Feed = { filter: Order; keyword: string };

/** The newest posts wait in a bar; in any other order a refetch would move what is being read. */
function refetchOnFocus(filter: HomeFeed["filter"]) {
  return filter === "recent" ? unlessFollowed : false;
}

export const postQueries = {
  trending: () =>
    queryOptions({
      queryKey: [...postKeys.lists, "trending"],
      async queryFn({ signal }) {
        const today = await popular(signal, true);
        // On a quiet day, the most popular posts of all time fill the list.
        return today.items.length < 3 ? await popular(signal) : today;
      },
    }),
  feed: ({ filter, period }: HomeFeed) => ({
    ...pages([...postKeys.feeds, { filter, period }], (cursor, signal) => {
      const query = { filter, limit: 20, period, cursor };
      return unwrapPage(api.GET("/api/posts", { params: { query }, signal }));
    }),
    refetchOnWindowFocus: refetchOnFocus(filter),
  }),
  ofForum: (id: number, { filter, keyword }: Feed) => ({
    ...pages([...postKeys.forums, id, { filter, keyword }], (cursor, signal) => {
      const query = { cursor, filter, keyword: keyword || undefined };
      return unwrapPage(
        api.GET("/api/forum/{id}/posts", { params: { path: { id }, query }, signal }),
      );
    }),
    refetchOnWindowFocus: refetchOnFocus(filter),
  }),
  ofPerson: (username: string) =>
    pages([...postKeys.lists, "person", username], (cursor, signal) => {
      const params = { path: { username }, query: { cursor } };
      return unwrapPage(api.GET("/api/people/{username}/posts", { params, signal }));
    }),
  held: () =>
    pages([...postKeys.lists, "held"], (cursor, signal) =>
      unwrapPage(api.GET("/api/posts/held", { params: { query: { cursor } }, signal })),
    ),
  detail: (id: number) =>
    queryOptions({
      queryKey: postKeys.detail(id),
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/posts/{id}", { params: { path: { id } }, signal })),
    }),
};

function popular(signal: AbortSignal, today?: true) {
  const query = { filter: "popularity" as const, limit: 10, today };
  return unwrapPage(api.GET("/api/posts", { params: { query }, signal }));
}

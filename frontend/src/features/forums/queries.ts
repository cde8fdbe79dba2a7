import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage, type Page } from "../../api/client";
import { pages } from "../../api/pages";
import { forumKeys as keys } from "../../api/queryKeys";
import type { Forum } from "../../api/types";

export type ForumOrder = "new" | "active" | "name";
type MaybeWrapped = Forum | { forum: Forum };

export const forumQueries = {
  list: (sort: ForumOrder) =>
    pages([...keys.lists, "all", sort], (cursor, signal) =>
      // The server's own order has no name, as in the first call of the screen (api/early.ts).
      unwrapPage(
        api.GET("/forums", {
          params: { query: { sort: sort === "new" ? undefined : sort, cursor } },
          signal,
        }),
      ),
    ),
  topic: (topic: string) =>
    pages([...keys.lists, "topic", topic], (cursor, signal) =>
      unwrapPage(api.GET("/forums/topic", { params: { query: { topic, cursor } }, signal })),
    ),
  search: (searchTerm: string) =>
    pages([...keys.lists, "search", searchTerm], async (cursor, signal) =>
      unwrapped(
        await unwrapPage(
          api.GET("/forums/search", { params: { query: { searchTerm, cursor } }, signal }),
        ),
      ),
    ),
  favorites: () =>
    pages(keys.favorites, (cursor, signal) =>
      unwrapPage(api.GET("/forums/favorites", { params: { query: { cursor } }, signal })),
    ),
  active: () =>
    queryOptions({
      queryKey: [...keys.lists, "active"],
      queryFn: ({ signal }) =>
        unwrapPage(api.GET("/forums", { params: { query: { isMostActive: true } }, signal })),
      select: ({ items }) => items.slice(0, 10),
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: keys.detail(id),
      queryFn: ({ signal }) =>
        unwrap(api.GET("/forums/{id}", { params: { path: { id } }, signal })),
    }),
  /** What an invitation is to. */
  invitation: (code: string) =>
    queryOptions({
      queryKey: [...keys.all, "invitation", code],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/forums/join", { params: { query: { code } }, signal })),
    }),
};

/** A search result may wrap its forum. */
function unwrapped(found: Page<MaybeWrapped>): Page<Forum> {
  return { ...found, items: found.items.map((item) => ("forum" in item ? item.forum : item)) };
}

import { queryOptions } from "@tanstack/react-query";
import { api, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { keys } from "../../api/queryKeys";
import type { Hit } from "../../api/types";
import { forumQueries } from "../forums/queries";

export type SearchSort = "best" | "new" | "top";
/** The search term and its filters. */
export type Search = {
  q: string;
  /** Kinds of things, separated by commas; all without it. */
  in: string | undefined;
  author: string | undefined;
  forum: number | undefined;
  sort: SearchSort | undefined;
};
/** Ids are unique only within a kind, so a result has an id made of both. */
export type Result = Omit<Hit, "id"> & { id: number; hitId: number; corrected: string | undefined };

const KINDS: Hit["kind"][] = ["post", "reply", "forum", "person"];
/** Without a list the server leaves people out. */
const ALL_KINDS = "posts,replies,forums,people";

export const searchQueries = {
  results: (search: Search) => ({
    ...pages<Result>([...keys.search, search], async (cursor, signal) => {
      const query = { ...search, in: search.in ?? ALL_KINDS, cursor, limit: 20 };
      const answer = api.GET("/api/search", { params: { query }, signal });
      const [page, { response }] = [await unwrapPage(answer), await answer];
      const corrected = correctedQuery(response.headers.get("Corrected-Query"));
      const results = page.items.map((hit) => ({
        ...hit,
        hitId: hit.id,
        id: hit.id * KINDS.length + KINDS.indexOf(hit.kind),
        corrected,
      }));
      return { ...page, items: results };
    }),
    enabled: search.q !== "",
  }),
  /** The topic of a forum that no result names. */
  topic: (id: number, enabled: boolean) =>
    queryOptions({ ...forumQueries.detail(id), select: ({ topic }) => topic, enabled }),
};

function correctedQuery(header: string | null): string | undefined {
  return header ? decodeURIComponent(header) : undefined;
}

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
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
const SUGGESTED = 8;
const SUGGESTED_KINDS: Hit["kind"][] = ["forum", "person", "post"];

export const searchQueries = {
  results: (search: Search) => ({
    ...pages<Result>([...keys.search, search], async (cursor, signal) => {
      const query = { ...search, in: search.in ?? ALL_KINDS, cursor, limit: 20 };
      const answer = api.GET("/api/search", { params: { query }, signal });
      const [page, { response }] = [await unwrapPage(answer), await answer];
      const corrected = correctedQuery(response.headers.get("Corrected-Query"));
      return { ...page, items: page.items.map((hit) => resultOf(hit, corrected)) };
    }),
    enabled: search.q !== "",
  }),
  /** The few best forums, people and posts for what is typed so far, grouped in this order. */
  suggestions: (q: string) =>
    queryOptions({
      queryKey: [...keys.search, "suggestions", q],
      queryFn: async ({ signal }) => {
        const query = { q, in: "forums,people,posts", limit: SUGGESTED };
        const hits = await unwrap(api.GET("/api/search", { params: { query }, signal }));
        const results = hits.map((hit) => resultOf(hit, undefined));
        return SUGGESTED_KINDS.flatMap((kind) => results.filter((one) => one.kind === kind));
      },
      enabled: q !== "",
      placeholderData: keepPreviousData,
    }),
  /** A forum that no result names. */
  forum: (id: number, enabled: boolean) => queryOptions({ ...forumQueries.detail(id), enabled }),
};

function resultOf(hit: Hit, corrected: string | undefined): Result {
  const id = hit.id * KINDS.length + KINDS.indexOf(hit.kind);
  return { ...hit, hitId: hit.id, id, corrected };
}

function correctedQuery(header: string | null): string | undefined {
  return header ? decodeURIComponent(header) : undefined;
}

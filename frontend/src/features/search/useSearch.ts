import { useSearchParams } from "react-router";
import { parseId } from "../../paths";
import type { Search, SearchSort } from "./queries";

const SORTS = new Set<string | null>(["new", "top"] satisfies SearchSort[]);
const KINDS = /^(posts|replies|forums|people)(,(posts|replies|forums|people))*$/;

type Filter = "author" | "forum" | "sort";

/** The search is in the address, so that Back, a reload and a shared link show the same. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const given = (name: string) => params.get(name)?.trim() || undefined;
  const sort = params.get("sort");
  const kinds = given("in");
  const search: Search = {
    q: given("q") ?? "",
    in: kinds && KINDS.test(kinds) ? kinds : undefined,
    author: given("author"),
    forum: parseId(given("forum")),
    sort: SORTS.has(sort) ? (sort as SearchSort) : undefined,
  };
  const change = (name: "q" | Filter, value: string) =>
    setParams(
      (old) => {
        if (value) old.set(name, value);
        else old.delete(name);
        return old;
      },
      { preventScrollReset: true },
    );
  return { search, change };
}

import { t } from "@lingui/core/macro";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../paths";
import { SearchBox } from "../../ui/SearchBox";
import { SortSelect } from "./SortSelect";
import { DensitySelect } from "./DensitySelect";
import styles from "./FeedTools.module.css";
import type { Feed, Order } from "./queries";

const ORDERS: Order[] = ["recent", "popularity", "hot", "active"];

/** The order and keyword of a forum's posts, from the URL; a search is sorted by popularity. */
export function useFeed(): Feed {
  const [params] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const standard: Order = keyword ? "popularity" : "recent";
  // A search has only the first two.
  const orders = keyword ? ORDERS.slice(0, 2) : ORDERS;
  return { keyword, filter: orders.find((order) => order === params.get("sort")) ?? standard };
}

export function FeedTools({ forumId }: { forumId: number }) {
  const { keyword } = useFeed();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const search = (term: string) => {
    const to = new URL(
      term ? paths.searchPosts(forumId, term) : paths.forum(forumId),
      location.origin,
    );
    const sort = params.get("sort");
    // A chosen order applies to the search, too.
    if (sort) to.searchParams.set("sort", sort);
    void navigate(to.pathname + to.search);
  };
  return (
    <div className={styles.tools}>
      <SearchBox label={t`Search posts`} value={keyword} onSearch={search} clear="when-filled" />
      <div className={styles.selects}>
        <SortSelect
          standard={keyword ? "popularity" : "recent"}
          orders={
            keyword
              ? []
              : [
                  { value: "hot", text: t`Hot` },
                  { value: "active", text: t`Latest Reply` },
                ]
          }
        />
        <div className={styles.density}>
          <DensitySelect hideLabel />
        </div>
      </div>
    </div>
  );
}

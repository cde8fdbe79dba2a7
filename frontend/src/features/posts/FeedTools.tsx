import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../paths";
import { SearchBox } from "../../ui/SearchBox";
import { SortSelect } from "../../ui/SortSelect";
import type { Feed, Order } from "./queries";
import styles from "./FeedTools.module.css";

/** Order and words of a forum's posts, out of the address; a search is ranked by popularity. */
export function useFeed(): Feed {
  const [params] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const standard: Order = keyword ? "popularity" : "recent";
  const sort = params.get("sort");
  return { keyword, filter: sort === "recent" || sort === "popularity" ? sort : standard };
}

export function FeedTools({ forumId }: { forumId: number }) {
  const { keyword } = useFeed();
  const navigate = useNavigate();
  const search = (term: string) =>
    void navigate(term ? paths.searchPosts(forumId, term) : paths.forum(forumId));
  return (
    <div className={styles.tools}>
      <SearchBox label="Search posts" value={keyword} onSearch={search} clear="when-filled" />
      <SortSelect />
    </div>
  );
}

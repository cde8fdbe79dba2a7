import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { forumQueries } from "../features/forums/queries";
import { paths } from "../paths";
import { ForumLinks } from "./HomeSidebar";

/** The member's favorites beside the feed of home. */
export function HomeFavorites() {
  const { data = [] } = useInfiniteQuery(forumQueries.favorites());
  return (
    <ForumLinks title={t`Your favorites`} forums={data.filter(({ favorited }) => favorited)}>
      <Link to={paths.favorites}>{t`All favorites`}</Link>
    </ForumLinks>
  );
}

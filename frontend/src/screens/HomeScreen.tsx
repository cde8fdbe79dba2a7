import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { type LoaderFunctionArgs, useSearchParams } from "react-router";
import { queryClient } from "../api/queryClient";
import { session, useSignedIn } from "../api/session";
import { waitUpTo } from "../api/waitUpTo";
import { forumQueries } from "../features/forums/queries";
import { Showcase } from "../features/home/Showcase";
import { SignUpPrompt } from "../features/home/SignUpPrompt";
import { sorted } from "../features/home/sorted";
import { feedOrder } from "../features/posts/feedOrder";
import { postQueries } from "../features/posts/queries";
// In the first chunk, because the side column would fetch two others for it.
import "../ui/Card";
import { Columns } from "../ui/Columns";
import { Heading } from "../ui/Heading";
import { lazyPart } from "../ui/lazyPart";
import { Screen } from "../ui/Screen";
import { site } from "../ui/site";
import { SortSelect } from "../features/posts/SortSelect";
import { ActiveForumCard } from "./ActiveForumCard";
import { HomeFeed } from "./HomeFeed";
import styles from "./HomeScreen.module.css";
import { TrendingCard } from "./TrendingCard";

/** Only wide screens have it. */
const HomeSidebar = lazyPart(() => import("./HomeSidebar").then(({ HomeSidebar }) => HomeSidebar));

export const prepare = ({ request }: LoaderFunctionArgs) =>
  waitUpTo(
    queryClient.prefetchQuery(postQueries.trending()),
    queryClient.prefetchQuery(forumQueries.active()),
    queryClient.prefetchInfiniteQuery(
      postQueries.feed(feedOrder(new URL(request.url).searchParams, session.get().token !== "")),
    ),
  );

export function HomeScreen() {
  const signedIn = useSignedIn();
  const { isOpen } = site.use();
  const [params] = useSearchParams();
  const order = params.get("sort");
  const posts = useQuery({
    ...postQueries.trending(),
    select: ({ items }) => sorted(items, order),
  });
  const forums = useQuery(forumQueries.active());
  return (
    <Screen width="wide">
      <a className="skip" href="#feed">
        {t`Skip to feed`}
      </a>
      <div className={styles.head}>
        <Heading title="">{t`What people are talking about`}</Heading>
        {!signedIn && isOpen && <SignUpPrompt />}
      </div>
      <Showcase
        title={t`Trending Now`}
        query={posts}
        failed={t`Oops, it looks like popular posts couldn't load`}
        tools={posts.data && posts.data.length > 0 && <SortSelect standard="popularity" />}
      >
        {(post) => <TrendingCard post={post} />}
      </Showcase>
      <Showcase
        title={t`Active Forums`}
        low
        query={forums}
        failed={t`Oops, it looks like active forums couldn't load`}
      >
        {(forum) => <ActiveForumCard forum={forum} />}
      </Showcase>
      <Columns
        aside={
          <Suspense>
            <HomeSidebar />
          </Suspense>
        }
      >
        <HomeFeed />
      </Columns>
    </Screen>
  );
}

import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { useSignedIn } from "../api/session";
import { feedOrder } from "../features/posts/feedOrder";
import { PostRows } from "../features/posts/PostList";
import { postQueries } from "../features/posts/queries";
import { NewPosts as MembersNewPosts } from "../shell/memberParts";
import { NewPosts as VisitorsNewPosts } from "../shell/visitorParts";
import { Empty } from "../ui/States";
import { TabLinks } from "../ui/TabLinks";
import styles from "./HomeScreen.module.css";
import { lazyPart } from "../ui/lazyPart";

const PeriodTabs = lazyPart(() => import("./PeriodTabs").then(({ PeriodTabs }) => PeriodTabs));

/** The posts of all forums, or of those that the member follows, in the order of the chosen tab. */
export function HomeFeed() {
  const signedIn = useSignedIn();
  const [params] = useSearchParams();
  const feed = feedOrder(params, signedIn);
  const NewPosts = signedIn ? MembersNewPosts : VisitorsNewPosts;
  const list = postQueries.feed(feed);
  const query = useInfiniteQuery(list);
  return (
    <section id="feed" tabIndex={-1} className={styles.feed}>
      <h2 className="visually-hidden">{t`Posts of all forums`}</h2>
      <TabLinks
        label={t`Feed`}
        param="feed"
        standard="new"
        tabs={[
          { value: "hot", text: t`Hot` },
          { value: "new", text: t({ message: "New", context: "posts" }) },
          { value: "top", text: t`Top` },
          ...(signedIn ? [{ value: "following", text: t`Following` }] : []),
        ]}
      />
      {feed.filter === "popularity" && (
        <Suspense>
          <PeriodTabs />
        </Suspense>
      )}
      <PostRows
        query={query}
        label={t`Posts`}
        heading="h3"
        empty={
          feed.filter === "following" && (
            <Empty icon="star">
              <p>{t`Posts of forums that you watch or mark as favorites come here.`}</p>
            </Empty>
          )
        }
      />
      <Suspense>
        <NewPosts key={JSON.stringify(feed)} list={list} isByTime={feed.filter === "recent"} />
      </Suspense>
    </section>
  );
}

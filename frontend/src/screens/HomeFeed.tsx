import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { useSignedIn } from "../api/session";
import { feedOrder } from "../features/home/feedOrder";
import { PostRows } from "../features/posts/PostList";
import { postQueries } from "../features/posts/queries";
import { NewPosts } from "../shell/memberParts";
import { TabLinks } from "../ui/TabLinks";
import styles from "./HomeScreen.module.css";

/** The posts of all forums: the newest, or the most popular. */
export function HomeFeed() {
  const [params] = useSearchParams();
  const order = feedOrder(params);
  const query = useInfiniteQuery(postQueries.feed(order));
  const hasNewPosts = useSignedIn() && order === "recent";
  return (
    <section className={styles.feed}>
      <h2 className="visually-hidden">{t`Posts of all forums`}</h2>
      <TabLinks
        label={t`Feed`}
        param="feed"
        tabs={[
          { value: "new", text: t`New` },
          { value: "top", text: t`Top` },
        ]}
      />
      <PostRows query={query} label={t`Posts`} heading="h3" />
      {hasNewPosts && (
        <Suspense>
          <NewPosts />
        </Suspense>
      )}
    </section>
  );
}

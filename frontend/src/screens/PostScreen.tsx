import { t } from "@lingui/core/macro";
import { usePrefetchInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useParams, type LoaderFunctionArgs } from "react-router";
import { isPrefetched } from "../api/early";
import { queryClient } from "../api/queryClient";
import type { Post } from "../api/types";
import { waitUpTo } from "../api/waitUpTo";
import { PostMenu, PostTools } from "../features/moderation/PostMenu";
import { noteWatched, useOffersPush } from "../features/notifications/pushOffer";
import { PostDetail } from "../features/posts/PostDetail";
import { postQueries } from "../features/posts/queries";
import { usePost } from "../features/posts/usePost";
import { orderOf, useOrder } from "../features/replies/SortReplies";
import { replyQueries } from "../features/replies/queries";
import { Thread } from "../features/replies/Thread";
import { parseId } from "../paths";
import { Columns } from "../ui/Columns";
import { isLoadError, LoadError, NotFound } from "../features/access/ErrorPage";
import { Screen } from "../ui/Screen";
import { lazyPart } from "../ui/lazyPart";
import { Loading } from "../ui/States";
import { ForumSidebar } from "./ForumSidebar";
import styles from "./HomeScreen.module.css";
import { ShareDialog, ShareScreen, useShared } from "./ShareScreen";

const PushHint = lazyPart(() =>
  import("../features/notifications/PushHint").then((module) => module.PushHint),
);

/** Shows what came with the document in one render. */
export async function prepare({ params: { post }, request }: LoaderFunctionArgs) {
  const id = parseId(post);
  if (!id || !isPrefetched(`/api/posts/${id}`)) return null;
  const order = orderOf(new URL(request.url).searchParams);
  return waitUpTo(
    queryClient.prefetchQuery(postQueries.detail(id)),
    queryClient.prefetchInfiniteQuery(replyQueries.thread(id, order)),
  );
}

/** A post, and sharing it: one component, so that the dialog leaves the thread below it as it is. */
export function PostScreen() {
  const { post } = useParams();
  const shared = useShared();
  if (shared && !shared.isOverPost) return <ShareScreen id={shared.id} />;
  const id = shared?.id ?? parseId(post);
  if (!id) return <NotFound text={t`Oops, it looks like this post couldn't load`} />;
  return (
    <>
      <PostWithReplies id={id} />
      {shared && <ShareDialog id={id} />}
    </>
  );
}

function PostWithReplies({ id }: { id: number }) {
  const query = usePost(id);
  if (isLoadError(query)) {
    const text = t`Oops, it looks like this post couldn't load`;
    // What was shown a moment ago is gone; of other addresses nobody knows whether there ever was one.
    const why = query.data
      ? t`This post was deleted.`
      : t`It was deleted, or the address is wrong.`;
    return <LoadError query={query} text={text} whyNotFound={why} isInForum />;
  }
  return (
    <Screen width="wide">
      {!query.data?.held && <PrefetchThread id={id} />}
      {query.data ? <PostContent post={query.data} /> : <Loading />}
    </Screen>
  );
}

/** Requests the replies together with the post. A held post has none. */
function PrefetchThread({ id }: { id: number }) {
  usePrefetchInfiniteQuery(replyQueries.thread(id, useOrder()));
  return null;
}

/** From the second watched thread on: a line that offers notifications. */
function Offer({ post: { id, watch } }: { post: Post }) {
  const offersPush = useOffersPush();
  useEffect(() => {
    if (watch === "watching") noteWatched(id);
  }, [id, watch]);
  // Visitors watch nothing.
  if (!offersPush || !watch) return null;
  return (
    <Suspense>
      <PushHint />
    </Suspense>
  );
}

function PostContent({ post }: { post: Post }) {
  return (
    <Columns aside={<ForumSidebar forumId={post.forum_id} />}>
      <div className={styles.feed}>
        <PostDetail post={post} tools={<PostTools post={post} />} menu={<PostMenu post={post} />} />
        <Offer post={post} />
        {!post.held && <Thread post={post} />}
      </div>
    </Columns>
  );
}

import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useModerates, useSignedIn } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { More } from "../../ui/List";
import { Empty, ErrorState, Loading } from "../../ui/States";
import { ForumBanNotice } from "../bans/ForumBanNotice";
import { useOwnBan } from "../bans/ownBans";
import { KeptText } from "../drafts/KeptText";
import { WaitingTexts } from "../drafts/WaitingTexts";
import { NewReplies, useForgetShown } from "./NewReplies";
import { replyQueries } from "./queries";
import { formKey, ReplyForm, useDraftKey } from "./ReplyForm";
import { ReplyItem } from "./ReplyItem";
import { SortReplies, useOrder } from "./SortReplies";
import { useWithHeld } from "./useWithHeld";
import styles from "./Thread.module.css";
import { loadFolded, quoting, ThreadContext, useThread } from "./threadState";
import { useSkipOffscreen } from "./useProgressiveRender";
import { useReplyTarget, useThreadWithTarget, type ReplyTarget } from "./useReplyTarget";
import { useVisit } from "./useVisit";

export function Thread({ post }: { post: Post }) {
  const { id: postId, title, forum_id: forumId, creator_username: author } = post;
  const { forum_topic: topic, forum_visibility: visibility } = post;
  const signedIn = useSignedIn();
  const moderates = useModerates(forumId);
  const ban = useOwnBan(forumId);
  const isLocked = post.locked && !moderates;
  const isClosed = isLocked || ban !== undefined;
  const draftKey = useDraftKey(postId, undefined);
  const { target, reveal } = useReveal();
  const lastVisit = useVisit(postId);
  loadFolded(postId);
  const info = useMemo(
    () => ({ postId, forumId, topic, visibility, title, author, isClosed, reveal, lastVisit }),
    [postId, forumId, topic, visibility, title, author, isClosed, reveal, lastVisit],
  );
  return (
    <ThreadContext value={info}>
      <section className={styles.thread} aria-label={t`Replies`}>
        <div className={styles.head}>
          <h2>
            <Plural value={post.replyCount} one="# reply" other="# replies" />
          </h2>
          <SortReplies />
        </div>
        {ban && <ForumBanNotice ban={ban} />}
        {isLocked && <Closed reason={post.lockReason} />}
        {isClosed && <KeptText draftKey={draftKey} />}
        {!isClosed && (signedIn ? <ReplyForm postId={postId} /> : <SignIn />)}
        {!isClosed && signedIn && <QuoteOnDemand />}
        <WaitingTexts of={formKey(postId, undefined)} />
        <Replies target={target} />
        <NewReplies />
      </section>
    </ThreadContext>
  );
}

/** Loads the quote button with the first selection. */
function QuoteOnDemand() {
  const [parts, setParts] = useState<typeof import("./QuoteButton")>();
  useEffect(() => {
    if (parts) return;
    const load = () => {
      if (document.getSelection()?.isCollapsed === false)
        // Without the button, people copy by hand.
        import("./QuoteButton").then(setParts, () => undefined);
    };
    document.addEventListener("selectionchange", load);
    return () => document.removeEventListener("selectionchange", load);
  }, [parts]);
  return parts && <parts.QuoteButton onQuote={quoting.set} />;
}

/** The reply to scroll to: the one just sent, until the next navigation. */
function useReveal() {
  const [sent, setSent] = useState<{ id: number; locationKey: string }>();
  const { key } = useLocation();
  const locationKey = useRef(key);
  useEffect(() => {
    locationKey.current = key;
  });
  const reveal = useCallback((id: number) => setSent({ id, locationKey: locationKey.current }), []);
  return { target: useReplyTarget(sent), reveal };
}

function Closed({ reason }: { reason: string | null }) {
  return (
    <p className={styles.branch}>
      <Trans>This post is locked: only moderators can write and vote in it.</Trans>
      {reason && <span dir="auto"> {t`Reason: ${reason}`}</span>}
    </p>
  );
}

function SignIn() {
  const { pathname, search, hash } = useLocation();
  return (
    <p>
      <Trans>
        <Link to={paths.login(pathname + search + hash)}>Sign in</Link> to join the conversation.
      </Trans>
    </p>
  );
}

function Replies({ target }: { target: ReplyTarget }) {
  const { postId } = useThread();
  const { search } = useLocation();
  const query = useInfiniteQuery(replyQueries.thread(postId, useOrder()));
  useForgetShown(postId, query.data);
  const thread = useWithHeld(postId, query.data);
  const { forest, isComplete, isBranch } = useThreadWithTarget(postId, target, thread);
  const skipsOffscreen = useSkipOffscreen(isComplete, forest?.length);
  if (query.isPending) return <Loading />;
  if (!forest)
    return (
      <ErrorState
        text={t`Oops, it looks like the replies couldn't load`}
        onRetry={() => void query.refetch()}
      />
    );
  if (forest.length === 0) return <Empty />;
  return (
    <>
      {isBranch && (
        <p className={styles.branch}>
          <Trans>
            This is one part of the thread.{" "}
            <Link to={{ search, hash: "" }} preventScrollReset>
              Show all replies
            </Link>
          </Trans>
        </p>
      )}
      <ol className={`${styles.replies} ${skipsOffscreen ? styles.laidOut : ""}`}>
        {forest.map((reply) => (
          <ReplyItem key={reply.id} reply={reply} />
        ))}
      </ol>
      {isComplete && !isBranch && query.hasNextPage && <More query={query} />}
    </>
  );
}

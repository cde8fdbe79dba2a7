import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { useSignedIn } from "../../api/session";
import { paths } from "../../paths";
import { More } from "../../ui/List";
import { Empty, ErrorState, Loading } from "../../ui/States";
import { OrderSelect, useOrder } from "./OrderSelect";
import { replyQueries } from "./queries";
import { ReplyForm } from "./ReplyForm";
import { ReplyItem } from "./ReplyItem";
import styles from "./Thread.module.css";
import { useLaidOut } from "./useLaidOut";
import { useLinkedReply } from "./useLinkedReply";

type Props = { postId: number; forumId: number; count: number };

export function Thread({ postId, forumId, count }: Props) {
  const signedIn = useSignedIn();
  return (
    <section className={styles.thread} aria-label="Replies">
      <div className={styles.head}>
        <h2>{count === 1 ? "1 reply" : `${count} replies`}</h2>
        <OrderSelect />
      </div>
      {signedIn ? <ReplyForm postId={postId} /> : <SignIn />}
      <Replies postId={postId} forumId={forumId} />
    </section>
  );
}

function SignIn() {
  const { pathname, search, hash } = useLocation();
  return (
    <p>
      <Link to={paths.login(pathname + search + hash)}>Sign in</Link> to join the conversation.
    </p>
  );
}

function Replies({ postId, forumId }: Omit<Props, "count">) {
  const query = useInfiniteQuery(replyQueries.thread(postId, useOrder()));
  const { forest, whole, marked } = useLinkedReply(postId, query.data);
  const laidOut = useLaidOut(whole, forest?.length);
  if (query.isPending) return <Loading />;
  if (!forest)
    return (
      <ErrorState
        text="Oops, it looks like the replies couldn't load"
        onRetry={() => void query.refetch()}
      />
    );
  if (forest.length === 0) return <Empty />;
  return (
    <>
      <ol className={`${styles.replies} ${laidOut ? styles.laidOut : ""}`}>
        {forest.map((reply) => (
          <ReplyItem key={reply.id} reply={reply} forumId={forumId} marked={marked} />
        ))}
      </ol>
      {whole && query.hasNextPage && <More query={query} />}
    </>
  );
}

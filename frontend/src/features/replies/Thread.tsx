import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useSignedIn } from "../../api/session";
import { paths } from "../../paths";
import { More } from "../../ui/List";
import { Empty, Failed, Loading } from "../../ui/States";
import { replyQueries, type Order } from "./queries";
import { ReplyForm } from "./ReplyForm";
import { ReplyItem } from "./ReplyItem";
import styles from "./Thread.module.css";
import { useMarkedReply } from "./useMarkedReply";

type Props = { postId: number; forumId: number; count: number };

export function Thread({ postId, forumId, count }: Props) {
  const signedIn = useSignedIn();
  const [order, setOrder] = useState<Order>("old");
  return (
    <section className={styles.thread} aria-label="Replies">
      <div className={styles.head}>
        <h2>{count === 1 ? "1 reply" : `${count} replies`}</h2>
        <OrderSelect order={order} onChange={setOrder} />
      </div>
      {signedIn ? (
        <ReplyForm postId={postId} />
      ) : (
        <p>
          <Link to={paths.login(paths.post(postId))}>Sign in</Link> to join the conversation.
        </p>
      )}
      <Replies postId={postId} forumId={forumId} order={order} />
    </section>
  );
}

function Replies({ postId, forumId, order }: Omit<Props, "count"> & { order: Order }) {
  const query = useInfiniteQuery(replyQueries.thread(postId, order));
  const marked = useMarkedReply(query);
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <Failed
        text="Oops, it looks like the replies couldn't load"
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data.length === 0) return <Empty />;
  return (
    <>
      <ol className={styles.replies}>
        {query.data.map((reply) => (
          <ReplyItem key={reply.id} reply={reply} forumId={forumId} marked={marked} />
        ))}
      </ol>
      {query.hasNextPage && <More query={query} />}
    </>
  );
}

function OrderSelect({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  return (
    <select
      className={styles.order}
      aria-label="Order of replies"
      value={order}
      onChange={(event) => onChange(event.target.value as Order)}
    >
      <option value="old">Oldest first</option>
      <option value="new">Newest first</option>
      <option value="top">Best first</option>
    </select>
  );
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { More } from "../../ui/List";
import { Empty, ErrorState, Loading } from "../../ui/States";
import styles from "./Chat.module.css";
import { CHAT_FAILED } from "./words";
import { MessageItem } from "./MessageItem";
import { messageQueries } from "./queries";

/** The newest at the bottom; the column is upside down, so that older ones above move nothing. */
export function ChatLog({ peerId }: { peerId: number }) {
  const query = useInfiniteQuery(messageQueries.chat(peerId));
  if (query.isPending) return <Loading />;
  if (!query.data) return <ErrorState text={CHAT_FAILED} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <Empty />;
  // By id and so by age, whichever page they came with.
  const messages = query.data.toSorted((a, b) => a.id - b.id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div className={styles.log} role="log" aria-label="Messages" tabIndex={0}>
      <ol className={styles.messages}>
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} peerId={peerId} />
        ))}
      </ol>
      {query.hasNextPage && <More query={query} />}
    </div>
  );
}

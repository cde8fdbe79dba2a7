import { plural, t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notifyFailure } from "../../api/refusal";
import type { Reply } from "../../api/types";
import { Button } from "../../ui/Button";
import { replyQueries } from "./queries";
import styles from "./ReplyItem.module.css";

type Props = { reply: Reply; children: (child: Reply) => ReactNode };

/** Shows the number of omitted children, and loads them. */
export function MoreReplies({ reply, children }: Props) {
  return (reply.moreReplies ?? 0) > 0 && <Branch reply={reply}>{children}</Branch>;
}

/** The loaded children are a query of their own, which a refetch of the thread leaves alone. */
function Branch({ reply, children }: Props) {
  const query = useInfiniteQuery({
    ...replyQueries.branch(reply.postId, reply.id),
    enabled: false,
  });
  const known = new Set(reply.replies.map(({ id }) => id));
  const loaded = query.data?.filter(({ id }) => !known.has(id)) ?? [];
  const isComplete = query.data !== undefined && !query.hasNextPage;
  const count = Math.max(1, (reply.moreReplies ?? 0) - loaded.length);

  async function load() {
    if (query.isFetching) return;
    const { data, error } = await query.fetchNextPage();
    if (error)
      return notifyFailure((status) => t`Failed to load replies. Status code: ${status}`, error);
    const first = data?.filter(({ id }) => !known.has(id))[loaded.length];
    // After the new replies are drawn.
    requestAnimationFrame(() =>
      document.getElementById(`reply-${first?.id}`)?.focus({ preventScroll: true }),
    );
  }

  return (
    <>
      {loaded.length > 0 && <ol>{loaded.map(children)}</ol>}
      {!isComplete && (
        <div className={styles.more}>
          <Button variant="ghost" aria-disabled={query.isFetching} onClick={() => void load()}>
            {plural(count, { one: "# more reply", other: "# more replies" })}
          </Button>
        </div>
      )}
    </>
  );
}

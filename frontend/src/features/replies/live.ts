import type { QueryClient } from "@tanstack/react-query";
import { statusOf } from "../../api/error";
import type { Reply } from "../../api/types";
import { hasPendingVote } from "../../api/useVote";
import type { LiveHandlers } from "../../live/events";
import { pendingReplies } from "./pendingReplies";
import { changeReplyAnywhere, fetchReply, openThreads, replyQueries, type Thread } from "./queries";
import { allReplies, hasReply, markRemoved, refreshForest } from "./tree";

/** Keeps a thread as it is now; new replies wait until the reader asks for them. */
export const replyEvents: LiveHandlers = {
  reply(client, { id, postId, respondsTo, act }) {
    if (act !== "written") return void refreshReply(client, id);
    if (!isKnown(client, postId, id)) return pendingReplies.add(postId, { id, respondsTo });
    // One's own, or one that was restored.
    void refreshReply(client, id);
  },
  votes(client, { kind, id, upvotes, downvotes }) {
    if (kind !== "reply" || hasPendingVote(`reply-${id}`)) return;
    changeReplyAnywhere(client, id, (reply) => ({ ...reply, upvotes, downvotes }));
  },
  resync(client) {
    for (const thread of openThreads(client)) void compare(client, thread);
  },
};

/** The reply by itself: what is below it has events of its own. */
async function refreshReply(client: QueryClient, id: number) {
  try {
    const { replies: _, moreReplies: __, ...fresh } = await fetchReply(id);
    changeReplyAnywhere(client, id, (old) => ({ ...old, ...fresh }));
  } catch (error) {
    if (statusOf(error) === 404) changeReplyAnywhere(client, id, markRemoved);
  }
}

function isKnown(client: QueryClient, postId: number, id: number): boolean {
  return client
    .getQueriesData<Thread>({ queryKey: replyQueries.ofPost(postId) })
    .some(([, data]) => data?.pages.some(({ items }) => hasReply(items, id)));
}

/** Loads the pages of a thread again, refreshes what is shown and holds back what is new. */
async function compare(client: QueryClient, { postId, sort, queryKey }: OpenThread) {
  const shown = client.getQueryData<Thread>(queryKey);
  if (!shown) return;
  try {
    const pages = await Promise.all(
      shown.pageParams.map((cursor) => replyQueries.fetchPage(postId, sort, cursor)),
    );
    const fresh = pages.flatMap(({ items }) => items.flatMap(allReplies));
    for (const { id, respondsTo } of fresh)
      if (!isKnown(client, postId, id)) pendingReplies.add(postId, { id, respondsTo });
    const byId = new Map(fresh.map((reply): [number, Reply] => [reply.id, reply]));
    client.setQueryData<Thread>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, index) => ({
            items: refreshForest(page.items, byId),
            next: page.next ?? pages[index]?.next,
          })),
        },
    );
  } catch {
    // The next event, or the next visit, finds it.
  }
}

type OpenThread = ReturnType<typeof openThreads>[number];

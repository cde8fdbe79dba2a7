import type { QueryClient } from "@tanstack/react-query";
import { isVoting } from "../../api/tallies";
import { replyKeys } from "../../api/queryKeys";
import { hasReply, markRemoved, openThreads, patchReply, type Thread } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { statusOf } from "../../error";
import type { LiveHandlers } from "../../live/follow";
import { pendingReplies } from "./pendingReplies";
import { fetchReply, isHeld, replyQueries } from "./queries";
import { allReplies, refreshForest } from "./tree";

/** Updates the shown replies of a thread; new ones wait until the reader asks for them. */
export const replyEvents: LiveHandlers = {
  reply(client, { id, postId, respondsTo, act }) {
    noteChange(id);
    // A moderator has approved or removed it, so the thread shows its new state.
    if (isHeld(client, postId, id))
      return void client.invalidateQueries({ queryKey: replyKeys.ofPost(postId) });
    if (act !== "written") return void refreshReply(client, id);
    if (!isKnown(client, postId, id)) return pendingReplies.add(postId, { id, respondsTo });
    // The member's own, or a restored one.
    void refreshReply(client, id);
  },
  votes(client, { kind, id }) {
    if (kind === "reply" && !isVoting(client, { kind, id })) noteChange(id);
  },
  resync(client) {
    for (const thread of openThreads(client)) void compare(client, thread);
  },
};

/** Refetches the text of a reply; its votes and its children have their own events. */
async function refreshReply(client: QueryClient, id: number) {
  try {
    const {
      replies: _replies,
      moreReplies: _moreReplies,
      upvotes: _upvotes,
      downvotes: _downvotes,
      ...fresh
    } = await fetchReply(id);
    patchReply(client, { id }, (old) => ({ ...old, ...fresh }));
  } catch (error) {
    if (statusOf(error) === 404) patchReply(client, { id }, markRemoved);
  }
}

function isKnown(client: QueryClient, postId: number, id: number): boolean {
  return client
    .getQueriesData<Thread>({ queryKey: replyKeys.ofPost(postId) })
    .some(([, data]) => data?.pages.some(({ items }) => hasReply(items, id)));
}

/** For each running comparison, the replies that events have changed since it began. */
const comparisons = new Set<Set<number>>();

function noteChange(id: number) {
  for (const changed of comparisons) changed.add(id);
}

/** Refetches the pages of a thread, updates the shown replies and holds back new ones. */
async function compare(client: QueryClient, { postId, sort, queryKey }: OpenThread) {
  const shown = client.getQueryData<Thread>(queryKey);
  if (!shown) return;
  const changed = new Set<number>();
  comparisons.add(changed);
  try {
    const pages = await Promise.all(
      shown.pageParams.map((cursor) => replyQueries.fetchPage(postId, sort, cursor)),
    );
    const fresh = pages.flatMap(({ items }) => items.flatMap(allReplies));
    for (const { id, respondsTo } of fresh)
      if (!isKnown(client, postId, id)) pendingReplies.add(postId, { id, respondsTo });
    // Changes by events and votes since the request are newer than the answer.
    const isOlder = ({ id }: Reply) => changed.has(id) || isVoting(client, { kind: "reply", id });
    const byId = new Map(
      fresh.filter((reply) => !isOlder(reply)).map((reply): [number, Reply] => [reply.id, reply]),
    );
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
    // The next event or visit repeats it.
  } finally {
    comparisons.delete(changed);
  }
}

type OpenThread = ReturnType<typeof openThreads>[number];

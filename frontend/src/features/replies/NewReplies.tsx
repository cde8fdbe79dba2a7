import { plural, t } from "@lingui/core/macro";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { replyKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { hasReply } from "../../api/replyCache";
import { session } from "../../api/session";
import type { Reply } from "../../api/types";
import { statusOf } from "../../error";
import { Button } from "../../ui/Button";
import { focusInPlace } from "../../ui/focus";
import { LivePill } from "../../ui/LivePill";
import { pendingReplies, type PendingReply } from "./pendingReplies";
import { insertReply } from "./insertReply";
import { fetchReply } from "./queries";
import styles from "./ReplyItem.module.css";
import { useOrder } from "./SortReplies";
import { shownReplies, useThread } from "./threadState";
import { visit } from "./useVisit";

/** Beyond this number the whole thread is refetched. */
const MOST = 20;

/** "3 new replies" over the thread; a click inserts them. */
export function NewReplies() {
  const { postId } = useThread();
  const count = pendingReplies.useCount(postId);
  const { mutate, isPending } = useShow(postId);
  // The newest are last.
  const icon = useOrder() === "old" ? "down" : "up";
  return (
    <LivePill busy={isPending} icon={icon} onClick={() => mutate(pendingReplies.of(postId))}>
      {count > 0 && plural(count, { one: "# new reply", other: "# new replies" })}
    </LivePill>
  );
}

/** The same below the reply that they respond to. */
export function NewAnswers({ parentId }: { parentId: number }) {
  const { postId } = useThread();
  const count = pendingReplies.useCountBelow(parentId);
  const { mutate, isPending } = useShow(postId);
  if (count === 0) return null;
  const below = () => pendingReplies.of(postId).filter((one) => one.respondsTo === parentId);
  return (
    <Button
      variant="ghost"
      className={styles.answers}
      aria-label={plural(count, { one: "# new reply", other: "# new replies" })}
      aria-disabled={isPending}
      onClick={() => isPending || mutate(below())}
    >
      {plural(count, { one: "# new", other: "# new" })}
    </Button>
  );
}

/** Removes pending replies that the thread now has anyway: the member's own, or after a refetch. */
export function useForgetShown(postId: number, thread: Reply[] | undefined) {
  useEffect(() => {
    const waiting = pendingReplies.of(postId);
    if (!thread || waiting.length === 0) return;
    pendingReplies.remove(waiting.flatMap(({ id }) => (hasReply(thread, id) ? [id] : [])));
  }, [postId, thread]);
}

function useShow(postId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (replies: readonly PendingReply[]) => show(client, postId, replies),
    onSuccess(_, replies) {
      const ids = replies.map(({ id }) => id);
      shownReplies.add(...ids);
      pendingReplies.remove(ids);
      if (session.get().token) visit(postId).catch(() => undefined);
      // After they are drawn.
      requestAnimationFrame(() => focusFirst(ids));
    },
    onError: (error) =>
      notifyFailure((status) => t`Failed to load replies. Status code: ${status}`, error),
  });
}

async function show(client: QueryClient, postId: number, replies: readonly PendingReply[]) {
  if (replies.length > MOST)
    return client.invalidateQueries({ queryKey: replyKeys.ofPost(postId) });
  const loaded = await Promise.all(replies.map(({ id }) => fetchReply(id).catch(skipGone)));
  // By id, because parents are older than their replies.
  for (const reply of loaded.toSorted((a, b) => (a?.id ?? 0) - (b?.id ?? 0)))
    if (reply) insertReply(client, reply);
}

function skipGone(error: unknown): undefined {
  if (statusOf(error) !== 404) throw error;
}

/** The first one in reading order. */
function focusFirst(ids: number[]) {
  const articles = document.querySelectorAll<HTMLElement>("main article[id^='reply-']");
  const first = [...articles].find(({ id }) => ids.includes(Number(id.slice("reply-".length))));
  if (first) focusInPlace(first);
}

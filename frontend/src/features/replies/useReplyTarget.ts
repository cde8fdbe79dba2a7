import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { notifyFailure } from "../../api/refusal";
import { hasReply } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { statusOf } from "../../error";
import { tabStorage } from "../../storage";
import { entryKey } from "../../ui/entryState";
import { notify } from "../../ui/notify";
import { replyQueries } from "./queries";
import { scrollToReply } from "./scrollToReply";
import { markedReplies, unfold, useFolded } from "./threadState";
import { focusedBranch, pathTo, withLinked } from "./tree";
import { useProgressiveRender } from "./useProgressiveRender";

const MARK_MS = 2000;

/** The reply to show: the one just sent, else the one that `#reply-{id}` links to. */
export type ReplyTarget = { id: number | undefined; isSent: boolean };

export function useReplyTarget(sent: { id: number; locationKey: string } | undefined): ReplyTarget {
  const { hash, key } = useLocation();
  // A later link replaces the reply that was sent before.
  if (sent && sent.locationKey === key) return { id: sent.id, isSent: true };
  return { id: Number(/^#reply-(\d+)$/.exec(hash)?.[1]) || undefined, isSent: false };
}

/**
 * The thread with the target in it, which is scrolled to, marked and focused. A target that is nested
 * too deep is shown in a part of the thread of its own.
 */
export function useThreadWithTarget(
  postId: number,
  target: ReplyTarget,
  thread: Reply[] | undefined,
) {
  const { id, isSent } = target;
  const isMissing = id !== undefined && thread !== undefined && !hasReply(thread, id);
  const { data, error } = useInfiniteQuery({
    ...replyQueries.linked(postId, id ?? 0),
    // A reply just sent is in the thread, unless it was deleted again.
    enabled: isMissing && !isSent,
  });
  const whole = useMemo(() => thread && withLinked(thread, data?.[0], id ?? 0), [thread, data, id]);
  const part = useMemo(() => (whole && id ? focusedBranch(whole, id) : whole), [whole, id]);
  const { shown, isComplete } = useProgressiveRender(part);
  useScrollToReply(target, shown);
  useNotifyError(error);
  return { forest: shown, isComplete, isBranch: part !== whole };
}

function useScrollToReply({ id, isSent }: ReplyTarget, forest: Reply[] | undefined) {
  const reached = useRef<number>(undefined);
  const place = `entry:${entryKey(useLocation())}:reply`;
  const folded = useFolded();
  useEffect(() => {
    if (!forest || id === reached.current) return;
    const path = id ? pathTo(forest, id) : [];
    const foldedParents = path.slice(0, -1).filter((at) => folded.has(at));
    // Unfolding renders the thread again, which runs this effect again.
    if (foldedParents.length > 0) return unfold(foldedParents);
    const target = document.getElementById(`reply-${id}`);
    if (id && !target) return;
    reached.current = id;
    markedReplies.set(id ? [id] : []);
    // Back restores where the reader was.
    if (id && !isSent && tabStorage.get(place) === String(id)) return;
    if (id) tabStorage.set(place, String(id));
    if (target && isSent) target.scrollIntoView({ block: "center" });
    else if (target) scrollToReply(path, target);
    target?.focus({ preventScroll: true });
  }, [id, isSent, forest, folded, place]);
  useEffect(() => {
    if (!isSent || !id) return;
    const timer = setTimeout(() => markedReplies.set([]), MARK_MS);
    return () => clearTimeout(timer);
  }, [id, isSent]);
  useEffect(() => () => markedReplies.set([]), []);
}

function useNotifyError(error: Error | null) {
  useEffect(() => {
    if (!error) return;
    if (statusOf(error) === 404) notify(t`The linked reply does not exist.`);
    else notifyFailure((status) => t`Failed to load reply. Status code: ${status}`, error);
  }, [error]);
}

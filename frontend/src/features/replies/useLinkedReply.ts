import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { statusOf } from "../../api/error";
import type { Reply } from "../../api/types";
import { notify, notifyFailure } from "../../ui/notify";
import { replyQueries } from "./queries";
import { hasReply, withLinked } from "./tree";
import { useInParts } from "./useInParts";

/** `#reply-{id}`: the thread with that reply in it, which is gone to, marked and focused. */
export function useLinkedReply(postId: number, thread: Reply[] | undefined) {
  const id = Number(/^#reply-(\d+)$/.exec(useLocation().hash)?.[1]) || undefined;
  const leftOut = id !== undefined && thread !== undefined && !hasReply(thread, id);
  const { data, error } = useInfiniteQuery({
    ...replyQueries.linked(postId, id ?? 0),
    enabled: leftOut,
  });
  const all = useMemo(() => thread && withLinked(thread, data?.[0]), [thread, data]);
  const { shown, whole } = useInParts(all);
  useArrival(id, shown);
  useWord(error);
  return { forest: shown, whole, marked: id };
}

function useArrival(id: number | undefined, forest: Reply[] | undefined) {
  const arrived = useRef<number>(undefined);
  useEffect(() => {
    if (!forest || id === arrived.current) return;
    const target = document.getElementById(`reply-${id}`);
    if (id && !target) return;
    arrived.current = id;
    target?.scrollIntoView({ block: "start" });
    target?.focus({ preventScroll: true });
  }, [id, forest]);
}

function useWord(error: Error | null) {
  useEffect(() => {
    if (!error) return;
    if (statusOf(error) === 404) notify("The linked reply does not exist.");
    else notifyFailure(`Failed to load reply. Status code: ${statusOf(error)}`, error);
  }, [error]);
}

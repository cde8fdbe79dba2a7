import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Reply } from "../../api/types";

/** `#reply-{id}`: goes to that reply once it is there, loading on until it is found. */
export function useMarkedReply(query: UseInfiniteQueryResult<Reply[]>): number | undefined {
  const { hash, key } = useLocation();
  const id = Number(/^#reply-(\d+)$/.exec(hash)?.[1]) || undefined;
  const arrived = useRef("");
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  useEffect(() => {
    if (!id || !data || arrived.current === key + hash) return;
    const target = document.getElementById(`reply-${id}`);
    if (target) {
      arrived.current = key + hash;
      target.scrollIntoView({ block: "start" });
      target.focus({ preventScroll: true });
    } else if (hasNextPage && !isFetching) void fetchNextPage();
  }, [id, data, key, hash, hasNextPage, isFetching, fetchNextPage]);
  return id;
}

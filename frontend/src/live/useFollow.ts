import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { LiveHandlers } from "./events";
import { followEvents, type Follower } from "./follow";

/** Follows the live stream of a member or visitor while the component is mounted. */
export function useFollow(who: Follower | undefined, handlers: readonly LiveHandlers[]): void {
  const client = useQueryClient();
  const follow = useEffectEvent((who: Follower) => followEvents(client, who, handlers));
  useEffect(() => {
    if (!who) return;
    let stop: (() => void) | undefined;
    const start = () => (stop ??= follow(who));
    // A page in the back/forward cache must hold neither the stream nor its lock.
    const pause = () => {
      stop?.();
      stop = undefined;
    };
    start();
    addEventListener("pagehide", pause);
    addEventListener("pageshow", start);
    return () => {
      pause();
      removeEventListener("pagehide", pause);
      removeEventListener("pageshow", start);
    };
  }, [who]);
}

import { notifyManager, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { applyChange, type LiveEvents } from "../api/changes";
import { isLive, liveStatus } from "../api/liveStatus";
import type { StreamState } from "./stream";
import { shareStream } from "./tabs";

/** A restart of the server is shorter, so it goes unmentioned. */
const QUIET_MS = 5000;
/** How often the screen is compared with the server while there is no stream. */
const POLL_MS = 30_000;

/** A member's id, or "visitor". */
type Follower = number | "visitor";

/** What a feature does about events beside the cached answers that the table of changes names. */
export type LiveHandlers = {
  [Name in keyof LiveEvents]?: (client: QueryClient, data: LiveEvents[Name]) => void;
};

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

/** Follows the live stream and passes on its events. Returns a function that stops it. */
function followEvents(
  client: QueryClient,
  who: Follower,
  handlers: readonly LiveHandlers[],
): () => void {
  let downTimer: ReturnType<typeof setTimeout> | undefined;
  const handle = (name: string, data: string) => dispatch(client, handlers, name, data);
  function onState(state: StreamState) {
    clearTimeout(downTimer);
    if (state === "open") liveStatus.set("live");
    else if (state === "refused") liveStatus.set("off");
    else {
      if (liveStatus.get() === "off") liveStatus.set("connecting");
      downTimer = setTimeout(() => liveStatus.set("down"), QUIET_MS);
    }
  }

  // A first connection that does not come about is down, too.
  onState("connecting");
  const poll = setInterval(() => {
    if (!isLive() && document.visibilityState === "visible") handle("resync", "{}");
  }, POLL_MS);
  const stop = shareStream({
    name: `postup-live-${who}`,
    onEvent: ({ name, data }) => handle(name, data),
    onState,
    onGap: () => handle("resync", "{}"),
  });
  return () => {
    clearTimeout(downTimer);
    clearInterval(poll);
    stop();
    liveStatus.set("off");
  };
}

/** Changes the cache and calls the handlers of an event; ignores unknown and malformed ones. */
function dispatch(
  client: QueryClient,
  handlers: readonly LiveHandlers[],
  event: string,
  text: string,
): void {
  const data = parse(text);
  if (!data) return;
  const name = event as keyof LiveEvents;
  notifyManager.batch(() => {
    void applyChange(client, name, data as never);
    for (const handler of handlers)
      (handler[name] as ((client: QueryClient, data: object) => void) | undefined)?.(client, data);
  });
}

function parse(data: string): object | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

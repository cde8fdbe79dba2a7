import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { isLive, liveStatus } from "../api/liveStatus";
import { dispatch, type LiveHandlers } from "./events";
import type { StreamState } from "./stream";
import { shareStream } from "./tabs";

/** A restart of the server is shorter, so it goes unmentioned. */
const QUIET_MS = 5000;
/** How often the screen is compared with the server while there is no stream. */
const POLL_MS = 30_000;

/** A member's id, or "visitor". */
export type Follower = number | "visitor";

/** Follows the live stream and passes its events to the handlers. Returns a function that stops it. */
export function followEvents(
  client: QueryClient,
  who: Follower,
  handlers: readonly LiveHandlers[],
): () => void {
  let downTimer: ReturnType<typeof setTimeout> | undefined;

  function handle(name: string, data: string) {
    notifyManager.batch(() => dispatch(client, handlers, { name, data }));
  }
  function onState(state: StreamState) {
    clearTimeout(downTimer);
    if (state === "open") liveStatus.set("live");
    else if (state === "refused") liveStatus.set("off");
    else if (liveStatus.get() === "live")
      downTimer = setTimeout(() => liveStatus.set("down"), QUIET_MS);
    else if (liveStatus.get() === "off") liveStatus.set("connecting");
  }

  liveStatus.set("connecting");
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

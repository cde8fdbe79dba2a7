import { createStore } from "../ui/store";

/**
 * Off: the server has no stream, or nothing follows it. Connecting: not connected yet. Live: connected. Down:
 * disconnected for some seconds.
 */
export type LiveStatus = "off" | "connecting" | "live" | "down";

export const liveStatus = createStore<LiveStatus>("off");

/** Whether events keep the screen fresh; otherwise queries poll. */
export function isLive(): boolean {
  return liveStatus.get() === "live";
}

import { createStore } from "../ui/store";

/**
 * Off: the server has no stream, or none is wanted. Connecting: there was none yet. Live: events
 * arrive. Down: they have not arrived for some seconds, though they did.
 */
export type LiveStatus = "off" | "connecting" | "live" | "down";

export const liveStatus = createStore<LiveStatus>("off");

/** Whether what is on the screen is kept fresh by events; else it is asked for again by itself. */
export function isLive(): boolean {
  return liveStatus.get() === "live";
}

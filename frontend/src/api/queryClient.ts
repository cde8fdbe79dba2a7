import { notifyManager, onlineManager, QueryClient } from "@tanstack/react-query";
import { statusOf } from "../error";

// Renders the pending state before the next click, so nothing is sent twice.
notifyManager.setScheduler(queueMicrotask);

// It hears of changes alone: a page that was opened without a network asks again once there is one.
onlineManager.setOnline(navigator.onLine);

/** How long what was fetched counts as new. */
export const FRESH_MS = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // Back shows the previous state, with all loaded pages.
      gcTime: 30 * 60_000,
      // Fail at once when offline, so that the screen shows an error with Retry and not an endless loading
      // state.
      networkMode: "always",
      // What was answered meanwhile may be what the service worker kept.
      refetchOnReconnect: "always",
      retry: (count, error) => statusOf(error) === 0 && count < 1,
    },
    mutations: { networkMode: "always" },
  },
});

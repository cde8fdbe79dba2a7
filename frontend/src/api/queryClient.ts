import { notifyManager, QueryClient } from "@tanstack/react-query";
import { statusOf } from "../error";

// Renders the pending state before the next click, so nothing is sent twice.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Back shows the previous state, with all loaded pages.
      gcTime: 30 * 60_000,
      // Fail at once when offline, so that the screen shows an error with Retry and not an endless loading
      // state.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (count, error) => statusOf(error) === 0 && count < 1,
    },
    mutations: { networkMode: "always" },
  },
});

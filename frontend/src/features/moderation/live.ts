import type { QueryClient } from "@tanstack/react-query";
import type { LiveHandlers } from "../../live/events";
import { moderationQueries } from "./queries";

/** Shows what others report and decide while the queue is open. */
export const moderationEvents: LiveHandlers = {
  unread: refresh,
  resync: refresh,
};

function refresh(client: QueryClient) {
  void client.invalidateQueries({ queryKey: moderationQueries.keys.reports });
}

import type { QueryClient } from "@tanstack/react-query";
import type { LiveHandlers } from "../../live/events";
import { refreshOwnBans } from "../../ui/ownBans";
import { moderationQueries } from "./queries";

/** Shows what others report and decide while the queue is open, and bans of the member while a forum is. */
export const moderationEvents: LiveHandlers = {
  unread(client, { notifications }) {
    refreshReports(client);
    // A ban, its end by a moderator and the answer to an appeal are told in a notification.
    if (notifications > 0) void refreshOwnBans(client);
  },
  resync(client) {
    refreshReports(client);
    void refreshOwnBans(client);
  },
};

function refreshReports(client: QueryClient) {
  void client.invalidateQueries({ queryKey: moderationQueries.keys.reports });
}

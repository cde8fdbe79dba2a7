import type { QueryClient } from "@tanstack/react-query";
import type { LiveHandlers } from "../../live/events";
import { refreshOwnBans } from "../bans/ownBans";
import { moderationQueries } from "./queries";

/** Refreshes the queue and the member's own bans. */
export const moderationEvents: LiveHandlers = {
  unread(client, { notifications }) {
    refreshReports(client);
    // A new or lifted ban and the answer to an appeal each send a notification.
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

import type { LiveHandlers } from "../../live/events";
import { notificationQueries } from "./queries";

const { keys } = notificationQueries;

/** Updates the counts and the open lists. */
export const notificationEvents: LiveHandlers = {
  unread(client, counts) {
    // A pending answer is older.
    void client.cancelQueries({ queryKey: keys.unread });
    client.setQueryData(notificationQueries.unread().queryKey, counts);
    void client.invalidateQueries({ queryKey: keys.lists });
  },
  resync(client) {
    void client.invalidateQueries({ queryKey: keys.unread });
    void client.invalidateQueries({ queryKey: keys.lists });
  },
};

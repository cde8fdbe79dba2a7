import type { LiveHandlers } from "../../live/events";
import { notificationQueries } from "./queries";

const { keys } = notificationQueries;

/** Keeps the counts, and the lists that are open, as they are now. */
export const notificationEvents: LiveHandlers = {
  unread(client, counts) {
    // An answer that is on its way is older.
    void client.cancelQueries({ queryKey: keys.unread });
    client.setQueryData(notificationQueries.unread().queryKey, counts);
    void client.invalidateQueries({ queryKey: keys.lists });
  },
  resync(client) {
    void client.invalidateQueries({ queryKey: keys.unread });
    void client.invalidateQueries({ queryKey: keys.lists });
  },
};

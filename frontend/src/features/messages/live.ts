import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { messageKeys as keys } from "../../api/queryKeys";
import type { LiveHandlers } from "../../live/follow";
import type { Chat } from "./queries";

/** Refetches what was edited, and all that may have been missed. */
export const messageEvents: LiveHandlers = {
  message(client, { contactId, messageId, act }) {
    if (act === "edited") refresh(client, contactId, messageId);
  },
  resync: (client) => void refreshChat(client, keys.chats),
};

/** Refetches the newest page, or all pages for an older message. */
function refresh(client: QueryClient, contactId: number, messageId: number) {
  const newest = client.getQueryData<Chat>(keys.chat(contactId))?.pages[0]?.items ?? [];
  const isNewest = newest.some(({ id }) => id === messageId);
  if (isNewest) void client.invalidateQueries({ queryKey: keys.newest(contactId) });
  else void refreshChat(client, keys.chat(contactId));
}

/** Refetches all pages, then messages that may have arrived meanwhile. */
async function refreshChat(client: QueryClient, queryKey: QueryKey) {
  await client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: keys.newests });
}

import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveHandlers } from "../../live/events";
import { patchMessage } from "./patchMessage";
import { messageQueries, type Chat } from "./queries";

const { keys } = messageQueries;

/** Shows new messages, edits and read marks at once. */
export const messageEvents: LiveHandlers = {
  message(client, { contactId, messageId, act }) {
    void client.invalidateQueries({ queryKey: keys.contacts });
    switch (act) {
      case "sent":
        return void client.invalidateQueries({ queryKey: keys.newest(contactId) });
      case "edited":
        return refresh(client, contactId, messageId);
      case "deleted":
        return patchMessage(client, contactId, messageId, () => null);
      case "read":
        return patchMessage(client, contactId, messageId, (old) => ({ ...old, read: true }));
    }
  },
  resync(client) {
    void client.invalidateQueries({ queryKey: keys.contacts });
    void refreshChat(client, keys.chats);
  },
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

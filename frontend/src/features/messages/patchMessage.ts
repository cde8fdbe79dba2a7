import type { QueryClient } from "@tanstack/react-query";
import { cancelRefetches, patchEverywhere } from "../../api/queryClient";
import type { Message } from "../../api/types";
import { messageQueries } from "./queries";

const { keys } = messageQueries;

/** Changes one message in the cache; `null` removes it. */
export function patchMessage(
  client: QueryClient,
  contactId: number,
  messageId: number,
  change: (old: Message) => Message | null,
) {
  // Pending answers are older than the change; they are requested again.
  const restarts = [keys.chat(contactId), keys.newest(contactId)].map((queryKey) =>
    cancelRefetches(client, queryKey),
  );
  patchEverywhere<Message>(client, keys.chat(contactId), messageId, change);
  for (const restart of restarts) restart();
}

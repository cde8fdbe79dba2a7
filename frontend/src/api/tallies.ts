import type { QueryClient } from "@tanstack/react-query";
import { patchPost } from "./cache";
import { patchReply } from "./replyCache";
import type { Tally } from "./types";

/** A post or a reply. */
export type ThingId = { kind: "post" | "reply"; id: number };

/** The key of the mutations of a vote. */
export const voteKey = ({ kind, id }: ThingId) => ["vote", kind, id] as const;

/** Whether a vote of the member is being sent. */
export function isVoting(client: QueryClient, thing: ThingId): boolean {
  return client.isMutating({ mutationKey: voteKey(thing) }) > 0;
}

/** Shows the votes of a post or reply wherever it is. Not in the table of changes, so that the first load lacks that. */
export function patchTally(client: QueryClient, { kind, id }: ThingId, tally: Partial<Tally>) {
  if (kind === "post") patchPost(client, id, (post) => ({ ...post, ...tally }));
  else patchReply(client, { id }, (reply) => ({ ...reply, ...tally }));
}

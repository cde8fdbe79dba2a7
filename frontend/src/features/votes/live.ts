import { cancelRefetches, patchPost } from "../../api/queryClient";
import { postKeys } from "../../api/queryKeys";
import { patchReplyAnywhere } from "../../api/replyCache";
import type { LiveHandlers } from "../../live/events";
import { hasPendingVote } from "./useVote";

/** Shows the votes of others, except during a vote of the member, whose answer will be newer. */
export const voteEvents: LiveHandlers = {
  votes(client, { kind, id, upvotes, downvotes }) {
    if (hasPendingVote(`${kind}-${id}`)) return;
    if (kind === "post") {
      // A pending answer is older than the vote and would undo it.
      const restart = cancelRefetches(client, postKeys.detail(id));
      patchPost(client, id, (post) => ({ ...post, upvotes, downvotes }));
      restart();
    }
    if (kind === "reply")
      patchReplyAnywhere(client, id, (reply) => ({ ...reply, upvotes, downvotes }));
  },
};

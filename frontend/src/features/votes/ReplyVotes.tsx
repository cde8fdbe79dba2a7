import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { replyKeys } from "../../api/queryKeys";
import { patchReply } from "../../api/replyCache";
import type { Reply } from "../../api/types";
import { paths } from "../../paths";
import { useVote } from "./useVote";
import { Votes } from "./Votes";

export function ReplyVotes({ reply, isClosed }: { reply: Reply; isClosed: boolean }) {
  const client = useQueryClient();
  const params = { path: { id: reply.id } };
  const vote = useVote({
    scope: `reply-${reply.id}`,
    tally: reply,
    queryKey: replyKeys.ofPost(reply.postId),
    returnTo: paths.reply(reply.postId, reply.id),
    send: (action) => unwrap(api.PUT(`/api/replies/{id}/${action}`, { params, keepalive: true })),
    show: (tally) => patchReply(client, reply, (old) => ({ ...old, ...tally })),
  });
  return <Votes tally={reply} onVote={vote} across isClosed={isClosed} />;
}

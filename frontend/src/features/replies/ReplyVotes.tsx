import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Reply } from "../../api/types";
import { useVote } from "../../api/useVote";
import { paths } from "../../paths";
import { Votes } from "../../ui/Votes";
import { changeReply, replyQueries } from "./queries";
import { useThread } from "./threadState";

export function ReplyVotes({ reply }: { reply: Reply }) {
  const client = useQueryClient();
  const params = { path: { id: reply.id } };
  const vote = useVote({
    scope: `reply-${reply.id}`,
    tally: reply,
    queryKey: replyQueries.ofPost(reply.postId),
    returnTo: paths.reply(reply.postId, reply.id),
    send: (action) => unwrap(api.PUT(`/api/replies/{id}/${action}`, { params, keepalive: true })),
    show: (tally) => changeReply(client, reply, (old) => ({ ...old, ...tally })),
  });
  return <Votes tally={reply} onVote={vote} across isClosed={useThread().isClosed} />;
}

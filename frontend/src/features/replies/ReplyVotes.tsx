import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import { useSignedIn } from "../../api/session";
import type { Reply } from "../../api/types";
import { useVote } from "../../api/useVote";
import { paths } from "../../paths";
import { notifyFailure } from "../../ui/notify";
import { Votes } from "../../ui/Votes";
import { changeReply } from "./queries";

export function ReplyVotes({ reply }: { reply: Reply }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const params = { path: { id: reply.id } };
  const vote = useVote({
    tally: reply,
    send: (action) => unwrap(api.PUT(`/api/replies/{id}/${action}`, { params, keepalive: true })),
    show: (tally) => changeReply(client, reply, (old) => ({ ...old, ...tally })),
    failed: (sentence, error) =>
      notifyFailure(`${sentence}. Status code: ${statusOf(error)}`, error),
  });
  const ask = () => void navigate(paths.login(paths.reply(reply.postId, reply.id)));
  return <Votes tally={reply} onVote={signedIn ? vote : ask} across />;
}

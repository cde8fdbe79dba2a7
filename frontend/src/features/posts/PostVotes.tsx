import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import { patchEverywhere } from "../../api/queryClient";
import { useSignedIn } from "../../api/session";
import type { Post } from "../../api/types";
import { useVote } from "../../api/useVote";
import { paths } from "../../paths";
import { notifyFailure } from "../../ui/notify";
import { Votes } from "../../ui/Votes";
import { postQueries } from "./queries";

export function PostVotes({ post, across = false }: { post: Post; across?: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const vote = useVote({
    tally: post,
    send: (action) =>
      unwrap(
        api.PUT(`/api/posts/{id}/${action}`, {
          params: { path: { id: post.id } },
          keepalive: true,
        }),
      ),
    show: (tally) =>
      patchEverywhere<Post>(client, postQueries.keys.all, post.id, (old) => ({ ...old, ...tally })),
    failed: (sentence, error) =>
      notifyFailure(`${sentence}. Status code: ${statusOf(error)}`, error),
  });
  const ask = () => void navigate(paths.login(paths.post(post.id)));
  return <Votes tally={post} onVote={signedIn ? vote : ask} across={across} />;
}

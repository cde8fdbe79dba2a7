import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchEverywhere } from "../../api/queryClient";
import type { Post } from "../../api/types";
import { useVote } from "../../api/useVote";
import { paths } from "../../paths";
import { Votes } from "../../ui/Votes";
import { postQueries } from "./queries";

type Props = { post: Post; across?: boolean; isClosed?: boolean };

export function PostVotes({ post, ...look }: Props) {
  const client = useQueryClient();
  const queryKey = postQueries.keys.all;
  const params = { path: { id: post.id } };
  const vote = useVote({
    scope: `post-${post.id}`,
    tally: post,
    queryKey,
    returnTo: paths.post(post.id),
    send: (action) => unwrap(api.PUT(`/api/posts/{id}/${action}`, { params, keepalive: true })),
    show: (tally) =>
      patchEverywhere<Post>(client, queryKey, post.id, (old) => ({ ...old, ...tally })),
  });
  return <Votes tally={post} onVote={vote} {...look} />;
}

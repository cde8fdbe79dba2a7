import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { patchPost } from "../../api/queryClient";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { useVote } from "./useVote";
import { Votes } from "./Votes";

type Props = { post: Post; across?: boolean; isClosed?: boolean };

export function PostVotes({ post, ...look }: Props) {
  const client = useQueryClient();
  const params = { path: { id: post.id } };
  const vote = useVote({
    scope: `post-${post.id}`,
    tally: post,
    queryKey: postKeys.all,
    returnTo: paths.post(post.id),
    send: (action) => unwrap(api.PUT(`/api/posts/{id}/${action}`, { params, keepalive: true })),
    show: (tally) => patchPost(client, post.id, (old) => ({ ...old, ...tally })),
  });
  return <Votes tally={post} onVote={vote} {...look} />;
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, unwrap } from "../../api/client";
import { patchPost } from "../../api/cache";
import { useSignedIn } from "../../api/session";
import { useTopic } from "../../live/topics";
import { pendingReplies } from "./pendingReplies";
import { readReplies, shownReplies } from "./threadState";

/**
 * Records the visit and subscribes to the live events of the post. Returns the time of the previous visit of
 * the member, if there was one.
 */
export function useVisit(postId: number): string | undefined {
  const client = useQueryClient();
  const signedIn = useSignedIn();
  useTopic(`post:${postId}`);
  const { data, mutate } = useMutation({
    mutationFn: visit,
    onSuccess: () =>
      patchPost(client, postId, (post) => (post.newReplies ? { ...post, newReplies: 0 } : post)),
  });
  useEffect(() => {
    if (signedIn) mutate(postId);
  }, [postId, signedIn, mutate]);
  useEffect(
    () => () => {
      pendingReplies.clear(postId);
      shownReplies.set([]);
      readReplies.set([]);
    },
    [postId],
  );
  return data?.previous ?? undefined;
}

/** Callers ignore failures: the next visit then only marks more replies as new. */
export function visit(postId: number) {
  return unwrap(api.PUT("/api/posts/{id}/visit", { params: { path: { id: postId } } }));
}

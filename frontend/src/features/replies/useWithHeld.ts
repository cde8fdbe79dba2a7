import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSignedIn } from "../../api/session";
import type { Reply } from "../../api/types";
import { replyQueries } from "./queries";
import { withHeld } from "./tree";

/** The thread with the member's own replies that wait for approval. */
export function useWithHeld(postId: number, thread: Reply[] | undefined): Reply[] | undefined {
  const { data: held } = useInfiniteQuery({
    ...replyQueries.held(postId),
    enabled: useSignedIn(),
  });
  return useMemo(() => thread && withHeld(thread, held ?? []), [thread, held]);
}

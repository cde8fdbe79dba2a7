import { useModerates } from "../../api/session";
import type { Post } from "../../api/types";

/** Whether the post is locked for the member; moderators may still write. */
export function useIsLocked({ locked, forum_id: forumId }: Post): boolean {
  const moderates = useModerates(forumId);
  return locked && !moderates;
}

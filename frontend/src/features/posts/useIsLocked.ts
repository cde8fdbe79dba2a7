import { useModerates } from "../../api/session";
import type { Post } from "../../api/types";

/** Whether the post is locked for the member: its forum's moderators may go on. */
export function useIsLocked({ locked, forum_id: forumId }: Post): boolean {
  const moderates = useModerates(forumId);
  return locked && !moderates;
}

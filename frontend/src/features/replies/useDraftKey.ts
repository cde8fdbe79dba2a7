import { useUser } from "../../api/session";

/** Under which name the text of an answer is kept, for its writer and what it answers. */
export function useDraftKey(postId: number, respondsTo: number | undefined): string {
  return `${useUser()?.id}:reply-${postId}-${respondsTo ?? "post"}`;
}

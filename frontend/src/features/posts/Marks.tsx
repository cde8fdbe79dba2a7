import { t } from "@lingui/core/macro";
import type { Post } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { HeldMark } from "./HeldMark";

/** Badges of a post that is held, pinned or locked. */
export function Marks({ post }: { post: Post }) {
  return (
    <>
      {post.held && (
        <span>
          <HeldMark />
        </span>
      )}
      {post.pinned && (
        <span>
          <Badge tone="accent">{t`Pinned`}</Badge>
        </span>
      )}
      {post.locked && (
        <span>
          <Badge>{t`Locked`}</Badge>
        </span>
      )}
    </>
  );
}

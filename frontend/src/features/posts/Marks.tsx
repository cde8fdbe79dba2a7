import { t } from "@lingui/core/macro";
import type { Post } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { HeldMark } from "../../ui/HeldMark";

/** Pinned posts come first in their forum; in a locked one only moderators write; a held one waits for approval. */
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

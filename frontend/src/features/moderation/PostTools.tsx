import { t } from "@lingui/core/macro";
import { useModerates, useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { Button, ButtonLabel } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { moderatorReason } from "../reasons/reasons";
import { ReportButton } from "../reports/ReportButton";
import { SaveButton } from "../saved/SaveButton";
import { usePostChange } from "./usePostChange";

/** Save and Report for members, Lock and Pin for moderators. */
export function PostTools({ post }: { post: Post }) {
  const user = useUser();
  const moderates = useModerates(post.forum_id);
  const change = usePostChange(post.id);
  const { id, locked, pinned } = post;
  const lockOrUnlock = async () => {
    if (change.isPending) return;
    if (locked) return change.mutate({ locked: false });
    const confirmed = await confirm(t`Lock this post?`, t`Lock`, "primary", {
      reason: moderatorReason(),
    });
    if (confirmed) change.mutate({ locked: true, ...confirmed });
  };
  if (!user) return null;
  return (
    <>
      {moderates && (
        <>
          <Button
            variant="ghost"
            icon="lock"
            aria-label={locked ? t`Unlock` : t`Lock`}
            aria-disabled={change.isPending}
            onClick={() => void lockOrUnlock()}
          >
            <ButtonLabel>{locked ? t`Unlock` : t`Lock`}</ButtonLabel>
          </Button>
          <Button
            variant="ghost"
            icon="pin"
            aria-label={pinned ? t`Unpin` : t`Pin`}
            aria-disabled={change.isPending}
            onClick={() => change.isPending || change.mutate({ pinned: !pinned })}
          >
            <ButtonLabel>{pinned ? t`Unpin` : t`Pin`}</ButtonLabel>
          </Button>
        </>
      )}
      <SaveButton kind="post" id={id} saved={post.saved ?? false} />
      {user.username !== post.creator_username && <ReportButton target={{ kind: "post", id }} />}
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { useModerates, useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { confirm } from "../../ui/confirm";
import { Menu, MenuItem } from "../../ui/Menu";
import { MuteItem, WatchButton, WatchItem } from "../notifications/WatchButtons";
import { moderatorReason } from "../reasons/reasons";
import { ReportDialog } from "../reports/ReportButton";
import { SaveButton, SaveItem } from "../saved/SaveButton";
import { usePostChange } from "./usePostChange";

/**
 * What members do with a post most: beside votes and Share there are two buttons. Authors edit and delete their own,
 * moderators delete; the menu has the rest.
 */
export function PostTools({ post }: { post: Post }) {
  const { id, watch, saved } = post;
  const { user, isOwn, moderates } = useStanding(post);
  if (!user || isOwn) return null;
  return (
    <>
      {!moderates && <WatchButton what={{ kind: "post", id }} level={watch} />}
      <SaveButton kind="post" id={id} saved={saved ?? false} hasText />
    </>
  );
}

/** Everything else that members, authors and moderators can do with a post, in words. */
export function PostMenu({ post }: { post: Post }) {
  const { id, watch, saved } = post;
  const { user, isOwn, moderates } = useStanding(post);
  const [isReporting, setReporting] = useState(false);
  if (!user) return null;
  const watched = { what: { kind: "post", id }, level: watch } as const;
  return (
    <>
      <Menu label={t`More actions`}>
        {(isOwn || moderates) && <WatchItem {...watched} />}
        <MuteItem {...watched} />
        {isOwn && <SaveItem kind="post" id={id} saved={saved ?? false} />}
        {!isOwn && (
          <MenuItem icon="flag" onSelect={() => setReporting(true)}>
            {t`Report`}
          </MenuItem>
        )}
        {moderates && <ModeratorItems post={post} />}
      </Menu>
      {isReporting && (
        <Suspense>
          <ReportDialog target={{ kind: "post", id }} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function useStanding({ creator_username: author, forum_id: forumId }: Post) {
  const user = useUser();
  return { user, isOwn: user?.username === author, moderates: useModerates(forumId) };
}

function ModeratorItems({ post: { id, locked, pinned } }: { post: Post }) {
  const change = usePostChange(id);
  const lockOrUnlock = async () => {
    if (locked) return change.mutate({ locked: false });
    await confirm(t`Lock this post?`, t`Lock`, "primary", {
      reason: moderatorReason(),
      send: (confirmed) => change.mutateAsync({ locked: true, ...confirmed }),
    });
  };
  return (
    <>
      <MenuItem
        icon="lock"
        hint={locked ? undefined : t`Only moderators can then reply and vote`}
        onSelect={() => void lockOrUnlock()}
      >
        {locked ? t`Unlock` : t`Lock`}
      </MenuItem>
      <MenuItem
        icon="pin"
        hint={pinned ? undefined : t`Keeps it at the top of the forum`}
        onSelect={() => change.mutate({ pinned: !pinned })}
      >
        {pinned ? t`Unpin` : t`Pin`}
      </MenuItem>
    </>
  );
}

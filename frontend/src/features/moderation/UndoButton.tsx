import { t } from "@lingui/core/macro";
import { isAdmin, useModerates, useUser } from "../../api/session";
import type { LogEntry, User } from "../../api/types";
import { Button } from "../../ui/Button";
import { useRemoveModerator } from "./Moderators";
import { useForumBans } from "./useForumBans";
import { usePostChange } from "./usePostChange";
import { useUserAction } from "./useUserActions";

/** Reverses the action of an entry, for members who may. The server refuses if it is no longer in force. */
export function UndoButton({ entry: { action, target, forum, undone } }: { entry: LogEntry }) {
  const admin = isAdmin(useUser());
  const moderates = useModerates(forum?.id);
  if (undone || !target) return null;
  const { id, title, username } = target;
  const user = username !== null && { id, username, user_image: "" };
  switch (action) {
    case "banned":
      return admin && user && <UserUndo user={user} action="unban" />;
    case "promoted":
      return admin && user && <UserUndo user={user} action="demotion" />;
    case "forum-banned":
      return moderates && forum && user && <ForumUnban user={user} forumId={forum.id} />;
    case "moderator-added":
      return moderates && forum && user && <ModeratorRemoval user={user} forumId={forum.id} />;
    case "post-locked":
    case "post-pinned":
      return moderates && title !== null && <PostUndo id={id} isLock={action === "post-locked"} />;
    default:
      return null;
  }
}

function UserUndo({ user, action }: { user: User; action: "unban" | "demotion" }) {
  const act = useUserAction();
  const { username } = user;
  return action === "unban" ? (
    <Undo name={t`Unban ${username}`} onUndo={() => act(action, user)}>
      {t`Unban`}
    </Undo>
  ) : (
    <Undo name={t`Demote ${username}`} onUndo={() => act(action, user)}>
      {t`Demote`}
    </Undo>
  );
}

type ForumMember = { user: User; forumId: number };

function ForumUnban({ user, forumId }: ForumMember) {
  const { lift } = useForumBans(forumId);
  const { username } = user;
  return (
    <Undo name={t`Unban ${username}`} onUndo={() => lift(user)}>
      {t`Unban`}
    </Undo>
  );
}

function ModeratorRemoval({ user, forumId }: ForumMember) {
  const remove = useRemoveModerator(forumId);
  return (
    <Undo name={t`Remove ${user.username}`} onUndo={() => remove(user)}>
      {t`Remove`}
    </Undo>
  );
}

function PostUndo({ id, isLock }: { id: number; isLock: boolean }) {
  const { mutateAsync, isPending } = usePostChange(id);
  const undo = async () => {
    if (isPending) return;
    await mutateAsync(isLock ? { locked: false } : { pinned: false }).catch(() => undefined);
  };
  return <Undo onUndo={undo}>{isLock ? t`Unlock` : t`Unpin`}</Undo>;
}

type UndoProps = {
  /** The accessible name, where the log has several of the same button. */
  name?: string;
  onUndo: () => Promise<void>;
  children: string;
};

function Undo({ name, onUndo, children }: UndoProps) {
  return (
    <Button variant="ghost" aria-label={name} onClick={() => void onUndo()}>
      {children}
    </Button>
  );
}

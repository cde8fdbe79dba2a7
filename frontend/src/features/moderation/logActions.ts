import { t } from "@lingui/core/macro";

/** The actions of the log, as the API names them. */
export type LogAction =
  | "promoted"
  | "demoted"
  | "moderator-added"
  | "moderator-removed"
  | "banned"
  | "unbanned"
  | "forum-banned"
  | "forum-unbanned"
  | "forum-member-added"
  | "forum-member-removed"
  | "forum-invite-created"
  | "forum-invites-ended"
  | "post-deleted"
  | "reply-deleted"
  | "post-restored"
  | "reply-restored"
  | "version-hidden"
  | "same-author-removed"
  | "forum-edited"
  | "forum-rules-changed"
  | "forum-visibility-changed"
  | "forum-deleted"
  | "post-locked"
  | "post-unlocked"
  | "post-pinned"
  | "post-unpinned"
  | "report-resolved"
  | "report-rejected"
  | "post-approved"
  | "reply-approved"
  | "appeal-accepted"
  | "appeal-rejected"
  | "report-reopened"
  | "appeal-reopened"
  | "held-again"
  | "site-changed"
  | "invite-created"
  | "invite-revoked";

/** The names of the actions, in the order of the filter. */
export function actionNames(): Record<LogAction, string> {
  return {
    promoted: t`Admin added`,
    demoted: t`Admin removed`,
    "moderator-added": t`Moderator added`,
    "moderator-removed": t`Moderator removed`,
    banned: t`Member banned`,
    unbanned: t`Member unbanned`,
    "forum-banned": t`Member banned from a forum`,
    "forum-unbanned": t`Member unbanned from a forum`,
    "forum-member-added": t`Member added to a forum`,
    "forum-member-removed": t`Member removed from a forum`,
    "forum-invite-created": t`Invitation to a forum created`,
    "forum-invites-ended": t`Invitations to a forum ended`,
    "post-deleted": t`Post removed`,
    "reply-deleted": t`Reply removed`,
    "post-restored": t`Post restored`,
    "reply-restored": t`Reply restored`,
    "version-hidden": t`Version hidden`,
    "same-author-removed": t`Texts of a deleted account removed`,
    "forum-edited": t`Forum edited`,
    "forum-rules-changed": t`Forum rules changed`,
    "forum-visibility-changed": t`Readers of a forum changed`,
    "forum-deleted": t`Forum deleted`,
    "post-locked": t`Post locked`,
    "post-unlocked": t`Post unlocked`,
    "post-pinned": t`Post pinned`,
    "post-unpinned": t`Post unpinned`,
    "report-resolved": t`Report resolved`,
    "report-rejected": t`Report rejected`,
    "post-approved": t`Post approved`,
    "reply-approved": t`Reply approved`,
    "appeal-accepted": t`Appeal accepted`,
    "appeal-rejected": t`Appeal rejected`,
    "report-reopened": t`Report reopened`,
    "appeal-reopened": t`Appeal reopened`,
    "held-again": t`Content held again`,
    "site-changed": t`Site settings changed`,
    "invite-created": t`Invitation created`,
    "invite-revoked": t`Invitation revoked`,
  };
}

/** The URL or a newer server may have an unknown action. */
export function isLogAction(word: string | null): word is LogAction {
  return word !== null && Object.hasOwn(actionNames(), word);
}

import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { LogEntry } from "../../api/types";
import { isLogAction } from "./logActions";
import { Actor, ForumName, Member, ReportOf, Thing } from "./LogNames";

/** An entry as one sentence, with links to its targets that still exist. */
export function LogSentence({ entry }: { entry: LogEntry }) {
  const { action, target } = entry;
  const by = <Actor by={entry.by} />;
  const member = <Member name={target?.username} />;
  const isOwn = target !== null && target.username === entry.by?.username;
  const forum = <ForumName forum={entry.forum} />;
  const thing = <Thing entry={entry} />;
  const report = <ReportOf entry={entry} />;
  const texts = <Plural value={entry.texts ?? 0} one="# more text" other="# more texts" />;
  // A newer server may know more actions.
  if (!isLogAction(action)) return by;
  switch (action) {
    case "promoted":
      return (
        <Trans>
          {by} made {member} an admin
        </Trans>
      );
    case "demoted":
      return (
        <Trans>
          {by} removed {member} as an admin
        </Trans>
      );
    case "moderator-added":
      return (
        <Trans>
          {by} made {member} a moderator of {forum}
        </Trans>
      );
    case "moderator-removed":
      return (
        <Trans>
          {by} removed {member} as a moderator of {forum}
        </Trans>
      );
    case "banned":
      return (
        <Trans>
          {by} banned {member}
        </Trans>
      );
    case "unbanned":
      return (
        <Trans>
          {by} unbanned {member}
        </Trans>
      );
    case "forum-banned":
      return (
        <Trans>
          {by} banned {member} from {forum}
        </Trans>
      );
    case "forum-unbanned":
      return (
        <Trans>
          {by} unbanned {member} in {forum}
        </Trans>
      );
    case "forum-member-added":
      return isOwn ? (
        <Trans>
          {by} joined {forum}
        </Trans>
      ) : (
        <Trans>
          {by} added {member} to {forum}
        </Trans>
      );
    case "forum-member-removed":
      return isOwn ? (
        <Trans>
          {by} left {forum}
        </Trans>
      ) : (
        <Trans>
          {by} removed {member} from {forum}
        </Trans>
      );
    case "forum-invite-created":
      return (
        <Trans>
          {by} created an invitation to {forum}
        </Trans>
      );
    case "forum-invites-ended":
      return (
        <Trans>
          {by} ended the invitations to {forum}
        </Trans>
      );
    case "post-deleted":
    case "reply-deleted":
      return (
        <Trans>
          {by} removed {thing}
        </Trans>
      );
    case "forum-deleted":
      return (
        <Trans>
          {by} deleted {thing}
        </Trans>
      );
    case "post-restored":
    case "reply-restored":
      return (
        <Trans>
          {by} restored {thing}
        </Trans>
      );
    case "version-hidden":
      return (
        <Trans>
          {by} hid a version of {thing}
        </Trans>
      );
    case "same-author-removed":
      return (
        <Trans>
          {by} removed {texts} by the author of {thing}
        </Trans>
      );
    case "forum-edited":
      return (
        <Trans>
          {by} edited {thing}
        </Trans>
      );
    case "forum-rules-changed":
      return (
        <Trans>
          {by} changed the rules of {forum}
        </Trans>
      );
    case "forum-visibility-changed":
      return (
        <Trans>
          {by} changed who can read {forum}
        </Trans>
      );
    case "site-changed":
      return <Trans>{by} changed the settings of the site</Trans>;
    case "invite-created":
      return <Trans>{by} created an invitation</Trans>;
    case "invite-revoked":
      return entry.forum ? (
        <Trans>
          {by} revoked an invitation to {forum}
        </Trans>
      ) : (
        <Trans>{by} revoked an invitation</Trans>
      );
    case "post-locked":
      return (
        <Trans>
          {by} locked {thing}
        </Trans>
      );
    case "post-unlocked":
      return (
        <Trans>
          {by} unlocked {thing}
        </Trans>
      );
    case "post-pinned":
      return (
        <Trans>
          {by} pinned {thing}
        </Trans>
      );
    case "post-unpinned":
      return (
        <Trans>
          {by} unpinned {thing}
        </Trans>
      );
    case "report-resolved":
      return (
        <Trans>
          {by} resolved {report}
        </Trans>
      );
    case "report-rejected":
      return (
        <Trans>
          {by} rejected {report}
        </Trans>
      );
    case "report-reopened":
      return (
        <Trans>
          {by} reopened {report}
        </Trans>
      );
    case "post-approved":
      return <Approved entry={entry} by={by} />;
    case "reply-approved":
      return (
        <Trans>
          {by} approved {thing}
        </Trans>
      );
    case "appeal-accepted":
      return <Trans>{by} accepted an appeal</Trans>;
    case "appeal-rejected":
      return <Trans>{by} rejected an appeal</Trans>;
    case "appeal-reopened":
      return <Trans>{by} reopened an appeal</Trans>;
    case "held-again":
      return (
        <Trans>
          {by} held {thing} for approval again
        </Trans>
      );
  }
}

/** The title alone would not say whose post it was. */
function Approved({ entry, by }: { entry: LogEntry; by: ReactNode }) {
  const author = <Member name={entry.target?.username} />;
  const thing = <Thing entry={entry} />;
  return entry.target?.title ? (
    <Trans>
      {by} approved a post by {author}: {thing}
    </Trans>
  ) : (
    <Trans>
      {by} approved {thing}
    </Trans>
  );
}

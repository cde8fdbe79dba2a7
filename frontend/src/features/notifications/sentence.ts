import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { Notification } from "../../api/types";
import { paths } from "../../paths";

/** A notification as one sentence. Removed posts have no title, deleted accounts no name. */
export function sentenceOf(notification: Notification): string {
  const { kind, act, count, actors, post, forum } = notification;
  const names = namesOf(actors);
  const title = post?.title ? t`“${post.title}”` : undefined;
  const place = title ?? t`a removed post`;
  const topic = forum?.topic ?? "";
  switch (kind) {
    case "reply":
      return plural(count, {
        one: `${names} replied to you in ${place}`,
        other: `# replies to you in ${place}: ${names}`,
      });
    case "mention":
      return plural(count, {
        one: `${names} mentioned you in ${place}`,
        other: `# mentions of you in ${place}: ${names}`,
      });
    case "watched-post":
      return plural(count, {
        one: `${names} replied in ${place}`,
        other: `# new replies in ${place}: ${names}`,
      });
    case "watched-forum":
      return title ? t`${names} posted ${title} in ${topic}` : t`${names} posted in ${topic}`;
    case "moderation":
      return moderationSentence(act, topic, title, count);
    case "report":
      return reportSentence(notification, topic, title);
  }
}

/** Without a forum, an appeal is against a ban from the site. */
function reportSentence(
  { act, reply }: Notification,
  topic: string,
  title: string | undefined,
): string {
  switch (act) {
    case "appeal-accepted":
      return topic
        ? t`Your appeal was accepted: you are no longer banned from ${topic}`
        : t`Your appeal was accepted: you are no longer banned`;
    case "appeal-rejected":
      return topic
        ? t`Your appeal was rejected: you are still banned from ${topic}`
        : t`Your appeal was rejected`;
    case "report-rejected":
      if (!title) return t`Your report was rejected`;
      return reply
        ? t`Your report about a reply in ${title} was rejected`
        : t`Your report about ${title} was rejected`;
    default:
      if (!title) return t`Your report was resolved`;
      return reply
        ? t`Your report about a reply in ${title} was resolved`
        : t`Your report about ${title} was resolved`;
  }
}

function moderationSentence(
  act: Notification["act"],
  topic: string,
  title: string | undefined,
  count: number,
): string {
  const place = title ?? t`a removed post`;
  switch (act) {
    case "promoted":
      return t`You are now an admin`;
    case "demoted":
      return t`You are no longer an admin`;
    case "moderator-added":
      return t`You are now a moderator of ${topic}`;
    case "moderator-removed":
      return t`You are no longer a moderator of ${topic}`;
    case "forum-member-added":
      return t`You are now a member of ${topic}`;
    case "banned-from-forum":
      return t`You are banned from ${topic}`;
    case "unbanned-from-forum":
      return t`You are no longer banned from ${topic}`;
    case "banned":
      return t`You were banned`;
    case "unbanned":
      return t`You are no longer banned`;
    case "forum-deleted":
      return plural(count, {
        one: `An admin deleted the forum ${topic}; # post or reply of yours went with it`,
        other: `An admin deleted the forum ${topic}; # posts and replies of yours went with it`,
      });
    case "post-removed":
      return t`A moderator removed your post in ${topic}`;
    case "reply-removed":
      return t`A moderator removed your reply in ${place}`;
    case "post-restored":
      return title
        ? t`A moderator restored your post ${title}`
        : t`A moderator restored your post in ${topic}`;
    case "reply-restored":
      return t`A moderator restored your reply in ${place}`;
    case "post-locked":
      return title
        ? t`A moderator locked your post ${title}`
        : t`A moderator locked your post in ${topic}`;
    case "post-approved":
      return title
        ? t`A moderator approved your post ${title}`
        : t`A moderator approved your post in ${topic}`;
    case "reply-approved":
      return t`A moderator approved your reply in ${place}`;
    case "password-changed":
      return t`Your password was changed`;
    case "recovery-codes-renewed":
      return t`You have new recovery codes; the old ones no longer work`;
    case "second-step-added":
      return t`Signing in now asks for a code besides your password`;
    case "second-step-removed":
      return t`Signing in no longer asks for a code besides your password`;
    case "passkey-added":
      return t`A new passkey signs you in`;
    case "passkey-removed":
      return t`A passkey no longer signs you in`;
    case "identity-linked":
      return t`A sign-in was connected to your account`;
    case "identity-removed":
      return t`A connected sign-in was removed from your account`;
    case "api-token-added":
      return t`A new API token acts for you`;
    case "api-token-removed":
      return t`An API token no longer acts for you`;
    case "webhook-turned-off":
      return t`A webhook was turned off: its receiver did not take anything for a day`;
    case null:
    case "report-resolved":
    case "report-rejected":
    case "appeal-accepted":
    case "appeal-rejected":
      return t`Your permissions have changed`;
  }
}

const TAKEN_AWAY: ReadonlySet<Notification["act"]> = new Set([
  "forum-deleted",
  "post-removed",
  "reply-removed",
]);

const SECURITY: ReadonlySet<Notification["act"]> = new Set([
  "password-changed",
  "recovery-codes-renewed",
  "second-step-added",
  "second-step-removed",
  "passkey-added",
  "passkey-removed",
  "identity-linked",
  "identity-removed",
  "api-token-added",
  "api-token-removed",
]);

/** The address of the target, if it still exists; for a removal, the log, which names the moderator. */
export function addressOf({ act, post, reply, forum }: Notification): string | undefined {
  if (SECURITY.has(act)) return paths.settings("security");
  if (act === "webhook-turned-off")
    return forum ? paths.forumWebhooks(forum.id) : paths.adminTab("webhooks");
  if (forum && TAKEN_AWAY.has(act)) return paths.forumLog(forum.id);
  if (post && reply) return paths.reply(post.id, reply.id);
  if (post) return paths.post(post.id);
  return forum ? paths.forum(forum.id) : undefined;
}

function namesOf(actors: Notification["actors"]): string {
  if (actors.length === 0) return t`Someone`;
  return new Intl.ListFormat(i18n.locale).format(actors.map(({ username }) => username));
}

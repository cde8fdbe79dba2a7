import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { Notification } from "../../api/types";
import { paths } from "../../paths";

/** What happened, in one sentence. What is gone or of a deleted account has no name. */
export function sentenceOf({ kind, act, count, actors, post, forum }: Notification): string {
  const names = namesOf(actors);
  const title = post?.title || t`a removed post`;
  const topic = forum?.topic ?? "";
  switch (kind) {
    case "reply":
      return plural(count, {
        one: `${names} replied to you in “${title}”`,
        other: `# replies to you in “${title}”: ${names}`,
      });
    case "mention":
      return plural(count, {
        one: `${names} mentioned you in “${title}”`,
        other: `# mentions of you in “${title}”: ${names}`,
      });
    case "watched-post":
      return plural(count, {
        one: `${names} replied in “${title}”`,
        other: `# new replies in “${title}”: ${names}`,
      });
    case "watched-forum":
      return t`${names} posted “${title}” in ${topic}`;
    case "moderation":
      return moderationSentence(act, title, topic);
    case "report":
      return reportSentence(act, topic);
  }
}

/** An appeal is against a ban from a forum, or without one from the site. */
function reportSentence(act: Notification["act"], topic: string): string {
  switch (act) {
    case "appeal-accepted":
      return topic
        ? t`Your appeal was accepted: you can write in ${topic} again`
        : t`Your appeal was accepted: you are not banned any more`;
    case "appeal-rejected":
      return topic
        ? t`Your appeal was rejected: you stay banned from ${topic}`
        : t`Your appeal was rejected`;
    case "report-rejected":
      return t`Your report was rejected`;
    default:
      return t`Your report was resolved`;
  }
}

function moderationSentence(act: Notification["act"], title: string, topic: string): string {
  switch (act) {
    case "promoted":
      return t`You are now an admin`;
    case "demoted":
      return t`You are no longer an admin`;
    case "moderator-added":
      return t`You are now a moderator of ${topic}`;
    case "moderator-removed":
      return t`You are no longer a moderator of ${topic}`;
    case "banned-from-forum":
      return t`You are banned from ${topic}`;
    case "unbanned-from-forum":
      return t`You can write in ${topic} again`;
    case "banned":
      return t`You were banned`;
    case "unbanned":
      return t`You are not banned any more`;
    case "post-removed":
      return t`A moderator removed your post in ${topic}`;
    case "reply-removed":
      return t`A moderator removed your reply in “${title}”`;
    case "post-restored":
      return t`A moderator restored your post “${title}”`;
    case "reply-restored":
      return t`A moderator restored your reply in “${title}”`;
    case "post-locked":
      return t`A moderator locked your post “${title}”`;
    case null:
    case "report-resolved":
    case "report-rejected":
    case "appeal-accepted":
    case "appeal-rejected":
      return t`Your rights have changed`;
  }
}

/** Where it leads to; nowhere once that is gone. The log says who removed something, and can be asked. */
export function addressOf({ act, post, reply, forum }: Notification): string | undefined {
  if (forum && (act === "post-removed" || act === "reply-removed")) return paths.forumLog(forum.id);
  if (post && reply) return paths.reply(post.id, reply.id);
  if (post) return paths.post(post.id);
  return forum ? paths.forum(forum.id) : undefined;
}

function namesOf(actors: Notification["actors"]): string {
  if (actors.length === 0) return t`Someone`;
  return new Intl.ListFormat(i18n.locale).format(actors.map(({ username }) => username));
}

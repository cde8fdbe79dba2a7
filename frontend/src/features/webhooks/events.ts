import { t } from "@lingui/core/macro";

/** What a webhook of a forum can be told of, in the order of the form. */
export const OF_FORUM = [
  "post.created",
  "post.edited",
  "post.deleted",
  "reply.created",
  "reply.edited",
  "reply.deleted",
  "report.opened",
  "report.decided",
];

/** A webhook of the site also of this. */
export const OF_SITE = [...OF_FORUM, "user.registered"];

export function eventLabel(event: string): string {
  switch (event) {
    case "post.created":
      return t`New post`;
    case "post.edited":
      return t`Post edited`;
    case "post.deleted":
      return t`Post deleted`;
    case "reply.created":
      return t`New reply`;
    case "reply.edited":
      return t`Reply edited`;
    case "reply.deleted":
      return t`Reply deleted`;
    case "report.opened":
      return t`Report opened`;
    case "report.decided":
      return t`Report decided`;
    case "user.registered":
      return t`New member`;
    default:
      return t`Ping`;
  }
}

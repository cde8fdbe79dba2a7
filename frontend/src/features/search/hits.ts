import { t } from "@lingui/core/macro";
import type { Hit } from "../../api/types";
import { paths } from "../../paths";
import type { Result } from "./queries";

export function addressOf({ kind, hitId, post, user }: Result): string {
  if (kind === "person") return paths.profile(user.username);
  if (kind === "forum") return paths.forum(hitId);
  return post ? paths.reply(post.id, hitId) : paths.post(hitId);
}

export function nameOf(kind: Hit["kind"]): string {
  const names = {
    post: t`Post`,
    reply: t({ message: "Reply", context: "noun" }),
    forum: t`Forum`,
    person: t`Person`,
  };
  return names[kind];
}

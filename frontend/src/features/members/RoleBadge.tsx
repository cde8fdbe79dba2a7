import { t } from "@lingui/core/macro";
import type { Post } from "../../api/types";
import { Badge } from "../../ui/Badge";

type Role = NonNullable<Post["creator_role"]>;

/** The author's role in the forum, if they are a moderator or an admin. */
export function RoleBadge({ role }: { role: Role | undefined }) {
  if (role === undefined) return null;
  return role === "admin" ? (
    <Badge tone="accent" title={t`Admin of this site`}>{t`Admin`}</Badge>
  ) : (
    <Badge title={t`Moderator of this forum`}>{t`Mod`}</Badge>
  );
}

import { t } from "@lingui/core/macro";
import { Badge } from "../../ui/Badge";

/** A role in the forum, or on the site. */
type Role = "admin" | "moderator" | "ROLE_ADMIN" | "ROLE_MODERATOR" | "ROLE_BANNED" | "ROLE_USER";

/** The role of a member, if they have a special one. */
export function RoleBadge({ role }: { role: string | undefined }) {
  switch (role as Role | undefined) {
    case "admin":
    case "ROLE_ADMIN":
      return <Badge tone="accent" title={t`Admin of this site`}>{t`Admin`}</Badge>;
    case "moderator":
      return <Badge title={t`Moderator of this forum`}>{t`Mod`}</Badge>;
    case "ROLE_MODERATOR":
      return <Badge>{t`Moderator`}</Badge>;
    case "ROLE_BANNED":
      return <Badge tone="danger">{t`Banned`}</Badge>;
    case "ROLE_USER":
    case undefined:
      return null;
  }
}

/** Marks the author of a post in its thread. */
export function PosterBadge() {
  return <Badge tone="accent" title={t`Original poster`}>{t`OP`}</Badge>;
}

import { t } from "@lingui/core/macro";
import { Badge } from "../../ui/Badge";

/** Marks a held post or reply: only its author and moderators see it until a moderator approves it. */
export function HeldMark() {
  return (
    <Badge
      tone="accent"
      title={t`Only the author and moderators can see this until it is approved.`}
    >
      {t`Awaiting approval`}
    </Badge>
  );
}

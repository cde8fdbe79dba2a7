import { t } from "@lingui/core/macro";
import { Badge } from "./Badge";

/** Marks what only its author and moderators see until one of them approves it. */
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

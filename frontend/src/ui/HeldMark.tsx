import { t } from "@lingui/core/macro";
import { Badge } from "./Badge";

/** Marks what only its author and moderators see until one of them approves it. */
export function HeldMark() {
  return (
    <Badge tone="accent" title={t`Until then only its author and moderators see it.`}>
      {t`Waiting for a moderator's approval`}
    </Badge>
  );
}

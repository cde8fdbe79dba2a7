import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Report } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { reasonNames, type Reason } from "../reasons/reasons";

export function kindName(kind: string): string {
  if (kind === "member") return t`Appeal`;
  if (kind === "reply") return t({ message: "Reply", context: "noun" });
  return kind === "message" ? t`Message` : t`Post`;
}

/** How a report was decided. */
export function decidedWord({ kind, state }: Report): string {
  if (kind === "held") return state === "resolved" ? t`Approved` : t`Removed`;
  return state === "resolved" ? t`Resolved` : t`Rejected`;
}

/** The beginning of what a report is about; of an appeal, what the member was banned for. */
export function excerptOf({ target: { kind, excerpt } }: Report): ReactNode {
  if (kind !== "member") return excerpt || t`This content was deleted.`;
  if (!excerpt) return t`Banned: no reason given`;
  return (
    <Trans>
      Banned: <bdi>{excerpt}</bdi>
    </Trans>
  );
}

/** The reasons of a report, each with its number of reporters. */
export function ReasonBadges({ report }: { report: Report }) {
  const names = reasonNames();
  const counts: Record<Reason, number> = report.reasons;
  return (Object.keys(names) as Reason[])
    .filter((reason) => counts[reason] > 0)
    .map((reason) => (
      <Badge key={reason} tone="danger">{`${names[reason]} · ${counts[reason]}`}</Badge>
    ));
}

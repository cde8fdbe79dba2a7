import { t } from "@lingui/core/macro";
import type { AskedReason } from "../../ui/confirm";

/** Why members report something and moderators remove it. */
export type Reason = "spam" | "abuse" | "off-topic" | "illegal" | "other";

export function reasonNames(): Record<Reason, string> {
  return {
    spam: t`Spam`,
    abuse: t`Insult or harassment`,
    "off-topic": t`Off topic`,
    illegal: t`Illegal content`,
    other: t`Something else`,
  };
}

/** Asks a moderator for a reason; with "prepared" also offers the common ones. */
export function moderatorReason(offer?: "prepared"): AskedReason {
  const hint = t`The moderation log shows it to everybody who can read what it is about.`;
  const { other: _, ...names } = reasonNames();
  return { hint, prepared: offer ? Object.values(names) : [] };
}

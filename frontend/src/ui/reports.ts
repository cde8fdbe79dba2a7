import { t } from "@lingui/core/macro";

/** What members can report. A message goes to the admins alone. */
export type Reportable =
  | { kind: "post"; id: number }
  | { kind: "reply"; id: number }
  | { kind: "message"; id: number; contactId: number };

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

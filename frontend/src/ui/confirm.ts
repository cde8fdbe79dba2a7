import { t } from "@lingui/core/macro";
import { createStore } from "./store";

type Variant = "primary" | "destructive";
type Question = {
  text: string;
  action: string;
  variant: Variant;
  asks: Asked;
  answer: (confirmed: Confirmed | null) => void;
};
/** What the dialog asks for and says beside the question. */
type Asked = {
  /** In free words alone, or also in prepared ones. */
  reason?: true | "prepared";
  days?: true;
  /** What to know before, above the fields. */
  note?: string;
};
export type Confirmed = {
  /** For the moderation log; missing if none was asked for or given. */
  reason?: string;
  /** How long a ban lasts; missing for one without end. */
  days?: number;
};

export const question = createStore<Question | null>(null);

/** Asks before a ban for its end and its reason. */
export function confirmBan(text: string): Promise<Confirmed | null> {
  const note = t`The member sees the reason and end date, and can appeal once.`;
  return confirm(text, t`Ban`, "destructive", { days: true, reason: "prepared", note });
}

/** Asks in a dialog, maybe for more than a yes; null when it is closed without an answer. */
export function confirm(
  text: string,
  action: string,
  variant: Variant = "primary",
  asks: Asked = {},
): Promise<Confirmed | null> {
  question.get()?.answer(null);
  return new Promise((resolve) => {
    question.set({
      text,
      action,
      variant,
      asks,
      answer(confirmed) {
        question.set(null);
        resolve(confirmed);
      },
    });
  });
}

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
/** What the dialog shows below the question. */
type Asked = {
  /** A text field; with "prepared" also buttons with common reasons. */
  reason?: true | "prepared";
  days?: true;
  /** A note above the fields. */
  note?: string;
};
export type Confirmed = {
  /** For the moderation log. */
  reason?: string;
  /** How long a ban lasts; missing for a permanent one. */
  days?: number;
};

export const question = createStore<Question | null>(null);

/** Asks for confirmation of a ban, with its duration and reason. */
export function confirmBan(text: string): Promise<Confirmed | null> {
  const note = t`The member sees the reason and end date, and can appeal once.`;
  return confirm(text, t`Ban`, "destructive", { days: true, reason: "prepared", note });
}

/** Asks for confirmation in a dialog; null if the dialog is cancelled. */
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

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
  reason?: AskedReason;
  days?: true;
  /** What follows, above the fields. */
  note?: string;
};
/** A text field for a reason, with buttons that insert prepared ones. */
export type AskedReason = { hint: string; prepared: string[]; initial?: string };
export type Confirmed = {
  reason?: string;
  /** Missing for a permanent duration. */
  days?: number;
};

export const question = createStore<Question | null>(null);

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

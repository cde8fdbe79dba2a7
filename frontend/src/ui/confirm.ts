import { createStore } from "./store";

type Variant = "primary" | "destructive";
export type Question = {
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
  send?: Send;
};
/** Sends what is confirmed and reports a failure; a dialog with fields stays open until it is sent. */
export type Send = (confirmed: Confirmed) => Promise<unknown>;
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
    const asked: Question = {
      text,
      action,
      variant,
      asks,
      answer(confirmed) {
        // It may have been closed while it was sent.
        if (question.get() === asked) question.set(null);
        resolve(confirmed);
      },
    };
    question.set(asked);
  });
}

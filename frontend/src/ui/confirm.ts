import { createStore } from "./store";

type Variant = "primary" | "destructive";
type Question = {
  text: string;
  action: string;
  variant: Variant;
  asks: Asked;
  answer: (confirmed: Confirmed | null) => void;
};
/** What the dialog asks for beside a yes. */
type Asked = { reason?: true; days?: true };
export type Confirmed = {
  /** For the moderation log; missing if none was asked for or given. */
  reason?: string;
  /** How long a ban lasts; missing for one without end. */
  days?: number;
};

export const question = createStore<Question | null>(null);

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

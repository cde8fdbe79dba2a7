import { createStore } from "./store";

type Variant = "primary" | "destructive";
type Question = {
  text: string;
  action: string;
  variant: Variant;
  asksReason: boolean;
  answer: (yes: boolean, reason?: string) => void;
};
export type Confirmed = {
  /** For the moderation log; missing if none was asked for or given. */
  reason?: string;
};

export const question = createStore<Question | null>(null);

/** Asks in a dialog, maybe for a reason, too; null when it is closed without an answer. */
export function confirm(
  text: string,
  action: string,
  variant: Variant = "primary",
  asksReason = false,
): Promise<Confirmed | null> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    question.set({
      text,
      action,
      variant,
      asksReason,
      answer(yes, reason) {
        question.set(null);
        resolve(yes ? { ...(reason && { reason }) } : null);
      },
    });
  });
}

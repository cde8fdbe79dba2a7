import { createStore } from "./store";

type Variant = "primary" | "destructive";
type Question = {
  text: string;
  action: string;
  variant: Variant;
  answer: (yes: boolean) => void;
};

export const question = createStore<Question | null>(null);

/** Asks in a dialog; false when it is closed without an answer. */
export function confirm(
  text: string,
  action: string,
  variant: Variant = "primary",
): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    question.set({
      text,
      action,
      variant,
      answer(yes) {
        question.set(null);
        resolve(yes);
      },
    });
  });
}

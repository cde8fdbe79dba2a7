import { createStore } from "./store";

type Question = { text: string; action: string; answer: (yes: boolean) => void };

export const question = createStore<Question | null>(null);

/** Asks in a dialog; false when it is closed without an answer. */
export function confirm(text: string, action: string): Promise<boolean> {
  question.get()?.answer(false);
  return new Promise((resolve) => {
    question.set({
      text,
      action,
      answer(yes) {
        question.set(null);
        resolve(yes);
      },
    });
  });
}

/** The spec's words for what cannot be undone. */
export function confirmDeletion(what: "post" | "reply" | "message" | "forum"): Promise<boolean> {
  return confirm(
    `Are you sure you want to delete this ${what}? This action cannot be undone.`,
    "Delete",
  );
}

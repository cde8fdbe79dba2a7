import { t } from "@lingui/core/macro";
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

/** The spec's words for what cannot be undone. */
export function confirmDeletion(what: "post" | "reply" | "message" | "forum"): Promise<boolean> {
  const text = {
    post: t`Are you sure you want to delete this post? This action cannot be undone.`,
    reply: t`Are you sure you want to delete this reply? This action cannot be undone.`,
    message: t`Are you sure you want to delete this message? This action cannot be undone.`,
    forum: t`Are you sure you want to delete this forum? This action cannot be undone.`,
  }[what];
  return confirm(text, t`Delete`, "destructive");
}

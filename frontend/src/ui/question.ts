import { createStore } from "./store";

export type ConfirmVariant = "primary" | "destructive";
type Question = {
  text: string;
  action: string;
  variant: ConfirmVariant;
  answer: (yes: boolean) => void;
};

/** What a dialog asks; apart from the asking, which most screens load with their own chunk. */
export const question = createStore<Question | null>(null);

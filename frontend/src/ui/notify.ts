import type { ReactNode } from "react";
import { createStore } from "./store";

export type Notice = {
  message: string;
  type: "error" | "success" | "info";
  timeout: number;
  /** On a second line: why, or how to undo it. */
  detail?: ReactNode;
};

export const TIMEOUT = 5000;
export const notice = createStore<Notice | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notification in place of the previous one; a plain string is an error. */
export function notify(what: string | (Partial<Notice> & { message: string })): void {
  dismiss();
  const given = typeof what === "string" ? { message: what } : what;
  const next: Notice = { type: "error", timeout: TIMEOUT, ...given };
  notice.set(next);
  timer = setTimeout(dismiss, next.timeout);
}

export function dismiss(): void {
  clearTimeout(timer);
  if (notice.get()) notice.set(null);
}

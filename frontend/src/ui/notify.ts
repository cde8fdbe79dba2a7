import { whyRefused } from "./refusal";
import { createStore } from "./store";

export type Notice = {
  message: string;
  type: "error" | "success" | "info";
  timeout: number;
  /** Why, on a second line. */
  detail?: string | undefined;
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

/** The spec's sentence first, the server's reason on a second line. */
export function notifyFailure(message: string, error: unknown): void {
  const detail = whyRefused(error);
  notify({ message, detail: detail === message ? undefined : detail });
}

export function dismiss(): void {
  clearTimeout(timer);
  if (notice.get()) notice.set(null);
}

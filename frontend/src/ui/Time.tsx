import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Units of age and their lengths in milliseconds, the longest first. */
const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["week", 7 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;
const TICK = MINUTE / 2;

/** Formats local time: the spec's `MMM D, YYYY h:mm A`, or as the reader's language or country writes it. */
export function exactTime(iso: string): string {
  const region = String(i18n.locales);
  const text = formatsOf(region).exact.format(new Date(iso));
  // Browsers put a comma or "at" before the time, and a narrow space before AM and PM.
  return /^en(-US)?$/.test(region)
    ? text.replace(/(,| at) (?=\d+:)/, " ").replace("\u202f", " ")
    : text;
}

/** Returns "x ago" in whole units, and never a future time if this clock is behind the server's. */
export function timeAgo(iso: string): string {
  const age = ageOf(iso);
  if (!age) return t`a few seconds ago`;
  const [unit, count] = age;
  return formatsOf(String(i18n.locales)).ago.format(-count, unit);
}

/** The longest unit that fits into an age, and how often it fits; nothing in the first minute. */
export function ageOf(iso: string) {
  const age = Date.now() - Date.parse(iso);
  const found = UNITS.find(([, length]) => age >= length);
  return found && ([found[0], Math.floor(age / found[1])] as const);
}

export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  useSyncExternalStore(subscribeToTick, currentTick);
  return (
    <time dateTime={at} title={exact ? timeAgo(at) : exactTime(at)}>
      {exact ? exactTime(at) : timeAgo(at)}
    </time>
  );
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Runs one timer for all times on the screen. */
function subscribeToTick(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function currentTick() {
  return Math.floor(Date.now() / TICK);
}

type Formats = { exact: Intl.DateTimeFormat; ago: Intl.RelativeTimeFormat };
const formats = new Map<string, Formats>();

/** Creating a format takes milliseconds, so all times on the screen share them. */
function formatsOf(locale: string): Formats {
  let found = formats.get(locale);
  if (!found) {
    found = {
      exact: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
      ago: new Intl.RelativeTimeFormat(locale),
    };
    formats.set(locale, found);
  }
  return found;
}

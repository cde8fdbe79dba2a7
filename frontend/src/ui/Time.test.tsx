import { i18n } from "@lingui/core";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { activateCatalog } from "../i18n";
import { loadCatalog } from "../locale";
import { exactTime, Time, timeAgo } from "./Time";

const iso = new Date(2026, 10, 3, 9, 5).toISOString();
const ago = (seconds: number) => timeAgo(new Date(Date.now() - seconds * 1000).toISOString());

afterEach(async () => {
  vi.useRealTimers();
  if (i18n.locale !== "en") activateCatalog(await loadCatalog("en"));
});

test("the exact time is MMM D, YYYY h:mm A", () => {
  expect(exactTime(iso)).toBe("Nov 3, 2026 9:05 AM");
  expect(exactTime(new Date(2026, 10, 19, 22, 58).toISOString())).toBe("Nov 19, 2026 10:58 PM");
});

test("browsers that write a word before the time show the same", () => {
  const written = "Nov 3, 2026 at 9:05\u202fAM";
  // A getter, which the types call a method.
  const prototype = Intl.DateTimeFormat.prototype as { format: unknown };
  vi.spyOn(prototype, "format", "get").mockReturnValue(() => written);
  expect(exactTime(iso)).toBe("Nov 3, 2026 9:05 AM");
});

test.each([
  [30, "a few seconds ago"],
  [60, "1 minute ago"],
  [3 * 3600, "3 hours ago"],
  [26 * 3600, "1 day ago"],
  [200 * 86_400, /^[67] months ago$/],
  [3 * 366 * 86_400, /^[34] years ago$/],
])("the relative time after %d s is %s", (seconds, words) => {
  expect(ago(seconds)).toMatch(words);
});

test("British readers see the day before the month, and 24 hours", async () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-GB", "en"]);
  activateCatalog(await loadCatalog("en"));
  expect(exactTime(iso)).toBe("3 Nov 2026, 09:05");
  vi.restoreAllMocks();
  activateCatalog(await loadCatalog("en"));
});

test("a slow clock never shows a future time", () => {
  expect(ago(-12)).toBe("a few seconds ago");
  expect(ago(-4000)).toBe("a few seconds ago");
});

test("other languages have their own format", async () => {
  activateCatalog(await loadCatalog("de"));
  expect(exactTime(iso)).toBe("03.11.2026, 09:05");
  expect(ago(3 * 3600)).toBe("vor 3 Stunden");
});

test("a relative time carries the exact one", () => {
  render(<Time at={iso} />);
  expect(screen.getByTitle("Nov 3, 2026 9:05 AM")).toHaveAttribute("datetime", iso);
});

test("ages grow while they are shown, all on one timer", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 3, 9, 10) });
  const { unmount } = render(
    <>
      <Time at={iso} />
      <Time at={new Date(2026, 10, 3, 9, 8).toISOString()} />
    </>,
  );
  expect(screen.getByText("5 minutes ago")).toBeVisible();
  expect(vi.getTimerCount()).toBe(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText("6 minutes ago")).toBeVisible();
  expect(screen.getByText("3 minutes ago")).toBeVisible();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

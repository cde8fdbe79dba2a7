import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { exactTime, Time, timeAgo } from "./Time";

const iso = new Date(2026, 10, 3, 9, 5).toISOString();

test("the exact time is MMM D, YYYY h:mm A", () => {
  expect(exactTime(iso)).toBe("Nov 3, 2026 9:05 AM");
});

test("the relative time ends in ago", () => {
  expect(timeAgo(new Date(Date.now() - 3 * 3600_000).toISOString())).toBe("3 hours ago");
});

test("a relative time carries the exact one", () => {
  render(<Time at={iso} />);
  expect(screen.getByTitle("Nov 3, 2026 9:05 AM")).toHaveAttribute("datetime", iso);
});

import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { activateCatalog } from "../../i18n";
import { loadCatalog } from "../../locale";
import { Joined } from "./Joined";

const DAY = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

afterEach(async () => activateCatalog(await loadCatalog("en")));

test.each([
  [0, "Joined today"],
  [1, "Joined 1 day ago"],
  [22, "Joined 3 weeks ago"],
  [65, "Joined 2 months ago"],
  [800, "Joined 2 years ago"],
])("after %d days it says %s", (days, words) => {
  render(<Joined at={daysAgo(days)} />);
  expect(screen.getByText(words)).toBeVisible();
});

test("in German it says since when", async () => {
  activateCatalog(await loadCatalog("de"));
  render(<Joined at={daysAgo(5)} />);
  expect(screen.getByText("Dabei seit 5 Tagen")).toBeVisible();
});

import { expect, type Page } from "@playwright/test";
import { ROUTE_TABLE } from "../src/routeTable.ts";
import { test } from "./forum.ts";
import { plainWords } from "./plainWords.ts";
import { ROUTES } from "./routes.ts";
import { settled } from "./settled.ts";

const WIDTHS = [1440, 390];

test("every route is opened below", () => {
  const opened = Object.keys(ROUTES).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  expect(ROUTE_TABLE.map(({ path }) => path).toSorted()).toEqual(opened.toSorted());
});

for (const [name, { path, auth, member, ...visitor }] of Object.entries(ROUTES)) {
  const { heading, title, shows } = visitor;

  test(`${name}, signed in`, async ({ visit, admin, world }) => {
    const page = await visit(admin);
    await page.goto(path(world));
    // A dialog hides the heading from screen readers.
    const shown = member ?? visitor;
    await expect(page.locator("h1")).toHaveText(shown.heading);
    // The title begins with the unread count.
    await expect.poll(async () => (await page.title()).replace(/^\(\d+\) /, "")).toBe(shown.title);
    await expect(shown.shows(page)).toBeVisible();
    await hasOnlyWordsOfCatalogs(page);
  });

  // The tests of `src/shell/NavBar.tsx` lead visitors of the others to the login.
  if (auth) continue;
  test(`${name}, signed out`, async ({ visit, world }) => {
    const page = await visit();
    await page.goto(path(world));
    await expect(page.locator("h1")).toHaveText(heading);
    await expect(page).toHaveTitle(title);
    await expect(shows(page)).toBeVisible();
    await hasOnlyWordsOfCatalogs(page);
  });
}

for (const path of ["/forums/999999", "/posts/999999", "/pages/nowhere"])
  test(`${path} is not found`, async ({ visit }) => {
    const page = await visit();
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Not found", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Not found · POST-UP");
    await page.getByRole("main").getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
  });

test("menus and dialogs of the frame come from the catalogs", async ({ visit, admin }) => {
  const page = await visit(admin);
  await page.addInitScript(() => localStorage.setItem("language", "ar-XB"));
  await page.goto("/forums");
  await page.locator("main h1").waitFor();
  await page.locator("nav button[aria-describedby]").click();
  expect(await plainWords(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  expect(await plainWords(page)).toEqual([]);
});

/**
 * Reloads the screen in the pseudo-locale, right to left: text without accents is outside the catalogs. Members' own text has
 * `dir="auto"`; times and keys have their own elements.
 */
async function hasOnlyWordsOfCatalogs(page: Page) {
  await page.evaluate(() => localStorage.setItem("language", "ar-XB"));
  await page.reload();
  await page.locator("main h1").waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    expect(await plainWords(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `too wide at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
}

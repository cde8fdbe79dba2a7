import { expect } from "@playwright/test";
import { ROUTE_TABLE } from "../src/routeTable.ts";
import { test } from "./forum.ts";
import { ROUTES } from "./routes.ts";

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
  });

  // The tests of `src/shell/NavBar.tsx` lead visitors of the others to the login.
  if (auth) continue;
  test(`${name}, signed out`, async ({ visit, world }) => {
    const page = await visit();
    await page.goto(path(world));
    await expect(page.locator("h1")).toHaveText(heading);
    await expect(page).toHaveTitle(title);
    await expect(shows(page)).toBeVisible();
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

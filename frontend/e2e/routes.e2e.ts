import { expect } from "@playwright/test";
import { ROUTE_TABLE } from "../src/routeTable.ts";
import { test } from "./forum.ts";
import { ROUTES } from "./routes.ts";

test("every route is opened below", () => {
  const opened = Object.keys(ROUTES).map((path) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  expect(ROUTE_TABLE.map(({ path }) => path).toSorted()).toEqual(opened.toSorted());
});

for (const [name, { path, auth, heading, title, shows }] of Object.entries(ROUTES)) {
  test(`${name}, signed in`, async ({ visit, admin, world }) => {
    const page = await visit(admin);
    await page.goto(path(world));
    // A dialog hides the heading from screen readers.
    await expect(page.locator("h1")).toHaveText(heading);
    // The title begins with the unread count.
    await expect.poll(async () => (await page.title()).replace(/^\(\d+\) /, "")).toBe(title);
    await expect(shows(page)).toBeVisible();
  });

  test(`${name}, signed out`, async ({ visit, world }) => {
    const page = await visit();
    await page.goto(path(world));
    await expect(page.locator("h1")).toHaveText(auth ? "Please Sign In" : heading);
    await expect(page).toHaveTitle(auth ? "Login · POST-UP" : title);
    if (!auth) return expect(shows(page)).toBeVisible();
    await expect(page).toHaveURL(/\/login\?next=/);
  });
}

for (const path of ["/nothing/here", "/forums/999999", "/posts/999999", "/forums/abc", "/posts/x"])
  test(`${path} is not found`, async ({ visit }) => {
    const page = await visit();
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Not found", level: 1 })).toBeVisible();
    await expect(page).toHaveTitle("Not found · POST-UP");
    await page.getByRole("main").getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
  });

import { expect } from "@playwright/test";
import { ADMIN, createForum, member, signIn, test } from "./forum.ts";

test("from registering to the welcome, and out again", async ({ page }) => {
  await page.goto("/register");
  await page.getByRole("radio", { name: "Avatar 3" }).check();
  await page.getByLabel("Username").fill("rita");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Thank you for registering, please sign in.")).toBeVisible();
  await signIn(page, { username: "rita", password: "correct horse" });
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation", { name: "Main" })).toContainText("rita");
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("a screen that needs the login comes back after it", async ({ page, origin }) => {
  const tom = await member(origin, "tom");
  await page.goto("/messages");
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await page.getByLabel("Username").fill(tom.username);
  await page.getByLabel("Password").fill(tom.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("dialog", { name: "Welcome, tom!" })).toBeVisible();
  await expect(page).toHaveURL("/messages");
});

test("a forum is created, marked, searched and deleted by an admin", async ({ page }) => {
  await signIn(page, ADMIN);
  await createForum(page, "Allotments");
  await page.getByRole("button", { name: "Favorite?" }).click();
  await expect(page.getByRole("button", { name: "Favorited" })).toBeVisible();
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByRole("link", { name: "Allotments" })).toBeVisible();
  await page.getByRole("link", { name: "Forums", exact: true }).click();
  await page.getByRole("searchbox").fill("allot");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Allotments" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/Forum \d+ was deleted\./)).toBeVisible();
});

test("a ban in the middle ends the session", async ({ page, browser, origin }) => {
  const eve = await member(origin, "eve");
  await signIn(page, eve);
  const other = await browser.newPage({ baseURL: origin });
  await signIn(other, ADMIN);
  await other.getByRole("link", { name: "ADMIN" }).click();
  await other.getByRole("button", { name: "Ban eve", exact: true }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Ban" }).click();
  await expect(other.getByRole("button", { name: "Unban eve" })).toBeVisible();
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("dialog", { name: "Sorry, login unsuccessful" })).toBeVisible();
  await other.close();
});

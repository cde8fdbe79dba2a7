import { expect, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import { answer, openForum, write } from "./world.ts";

const results = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("article");
const headings = (page: Page) => results(page).getByRole("heading");

/** Retries, as replies are indexed a moment after they are written. */
async function found(page: Page, ...titles: string[]) {
  await expect(async () => {
    await page.reload();
    await expect(headings(page)).toHaveText(titles, { timeout: 2_000 });
  }).toPass();
}

test("the search finds a reply despite a misspelt word", async ({ visit, world: { bob } }) => {
  const forum = await openForum(bob, "Stargazing");
  const post = await write(bob, forum, "Clear nights");
  await answer(bob, post, "Through a **telescope** the rings are easy");
  const page = await visit();
  await page.goto("/");
  const box = page.getByRole("searchbox", { name: "Search everywhere" });
  // The document is visible before its scripts run.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(box).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await box.fill("telescope");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=telescope");
  await found(page, "Clear nights");
  await expect(results(page).locator("mark")).toHaveText(["telescope"]);
  await page.goto("/search?q=telescpoe");
  await found(page, "Clear nights");
  await expect(page.getByRole("status").first()).toContainText("Showing results for telescope");
  await page.getByRole("link", { name: "telescpoe" }).click();
  await expect(page.getByText('Nothing matches “"telescpoe"”.')).toBeVisible();
  await page.goBack();
  await headings(page).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/posts/${post.id}#reply-\\d+$`));
  await expect(page.getByText("Through a telescope")).toBeInViewport();
});

test("filters and Back keep the search", async ({ visit, world: { bob, forum } }) => {
  await write(bob, forum, "Marrow one");
  await answer(bob, await write(bob, forum, "Marrow two"), "No marrow, please");
  const page = await visit();
  await page.goto("/search?q=marrow");
  await expect(async () => {
    await page.reload();
    await expect(results(page)).toHaveCount(3, { timeout: 2_000 });
  }).toPass();
  await page.getByRole("link", { name: "Replies", exact: true }).click();
  await expect(results(page)).toHaveCount(1);
  await page.getByLabel("Author").fill("nobody");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing matches “marrow”.")).toBeVisible();
  await page.goBack();
  await expect(results(page)).toHaveCount(1);
  await page.goBack();
  await expect(results(page)).toHaveCount(3);
});

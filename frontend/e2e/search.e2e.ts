import { expect, type Page } from "@playwright/test";
import type { Hit } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { answer, openForum, write } from "./world.ts";

const results = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("article");
const headings = (page: Page) => results(page).getByRole("heading");

/** Waits for the index, which has a text a moment after it is written. */
async function indexed({ api }: Account, query: string, count: number) {
  await expect.poll(() => api.get<Hit[]>(`/api/search?q=${query}`)).toHaveLength(count);
}

test("the search finds a reply despite a misspelt word", async ({ visit, world: { bob } }) => {
  const forum = await openForum(bob, "Stargazing");
  const post = await write(bob, forum, "Clear nights");
  await answer(bob, post, "Through a **telescope** the rings are easy");
  await indexed(bob, "telescope", 1);
  const page = await visit();
  await page.goto("/");
  const box = page.getByRole("combobox", { name: "Search everywhere" });
  // The document is visible before its scripts run.
  await settled(page);
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await box.fill("telescope");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=telescope");
  await expect(headings(page)).toHaveText(["Clear nights"]);
  await expect(results(page).locator("mark")).toHaveText(["telescope"]);
  await page.goto("/search?q=telescpoe");
  await expect(headings(page)).toHaveText(["Clear nights"]);
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
  await indexed(bob, "marrow", 3);
  const page = await visit();
  await page.goto("/search?q=marrow");
  await expect(results(page)).toHaveCount(3);
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

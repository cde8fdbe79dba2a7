import { expect, type Page } from "@playwright/test";
import type { Post } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { openForum, write } from "./world.ts";

const PAGE = 50;
const FEED = /\/api\/forum\/\d+\/posts/;

const rows = (page: Page) => page.getByRole("list", { name: "Posts" }).getByRole("article");
const titles = (page: Page) => rows(page).getByRole("heading");

async function longForum(owner: Account, topic: string, length: number) {
  const forum = await openForum(owner, topic);
  const posts: Post[] = [];
  for (let number = 1; number <= length; number += 1)
    posts.push(await write(owner, forum, `Post ${number}`));
  return { forum, posts };
}

test("Back after three pages restores the list without requests", async ({
  visit,
  world: { bob },
}) => {
  const { forum } = await longForum(bob, "Long walks", 2 * PAGE + 30);
  const page = await visit(bob);
  await page.goto(`/forums/${forum.id}`);
  for (const count of [PAGE, 2 * PAGE, 2 * PAGE + 30]) {
    await expect(rows(page)).toHaveCount(count);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  }
  const chosen = rows(page).getByRole("link", { name: "Post 10", exact: true });
  await chosen.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await chosen.click();
  await expect(page.getByRole("heading", { name: "Post 10", level: 1 })).toBeVisible();
  // Its thread says that it loads, too.
  await settled(page);

  let calls = 0;
  page.on("request", (request) => {
    // On a slow machine the list is old by now, and the bar asks what is new on its first page.
    if (FEED.test(request.url()) && request.url().includes("cursor=")) calls += 1;
  });
  const flashes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const loading = document.querySelector("main [role=status]");
      if (loading) seen.push(loading.textContent);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await page.goBack();
  await expect(rows(page)).toHaveCount(2 * PAGE + 30);
  await expect(chosen).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(2);
  expect(await flashes.jsonValue()).toEqual([]);
  expect(calls).toBe(0);
});

test("a page that failed to load is loaded by keyboard", async ({ visit, world: { bob } }) => {
  const { forum } = await longForum(bob, "Short walks", PAGE + 5);
  const page = await visit(bob);
  await page.route(/cursor=/, (route) => route.fulfill({ status: 500 }));
  await page.goto(`/forums/${forum.id}`);
  const failed = page.waitForResponse(/cursor=/);
  const more = page.getByRole("button", { name: "Load more" });
  await more.focus();
  await failed;
  await expect(more).toBeEnabled();
  await expect(rows(page)).toHaveCount(PAGE);
  await page.unroute(/cursor=/);
  await more.press("Enter");
  await expect(rows(page)).toHaveCount(PAGE + 5);
  await expect(more).toBeHidden();
});

test("sort and search are in the URL and keep the focus", async ({ visit, world: { bob } }) => {
  const { forum, posts } = await longForum(bob, "Very short walks", 3);
  await bob.api.put(`/api/posts/${posts[0]?.id}/upvote`);
  const page = await visit();
  await page.goto(`/forums/${forum.id}`);
  await expect(titles(page)).toHaveText(["Post 3", "Post 2", "Post 1"]);
  const sort = page.getByRole("combobox", { name: "Sort" });
  await sort.focus();
  await sort.selectOption("Most Popular");
  await expect(page).toHaveURL(`/forums/${forum.id}?sort=popularity`);
  await expect(titles(page)).toHaveText(["Post 1", "Post 3", "Post 2"]);
  await expect(sort).toBeFocused();
  await page.reload();
  await expect(titles(page)).toHaveText(["Post 1", "Post 3", "Post 2"]);
  await page.goBack();
  await expect(titles(page)).toHaveText(["Post 3", "Post 2", "Post 1"]);

  await page.getByRole("searchbox", { name: "Search posts" }).fill("post 2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/forums/${forum.id}/posts/search?keyword=post+2`);
  await expect(titles(page)).toHaveText(["Post 2"]);
  await page.reload();
  await expect(titles(page)).toHaveText(["Post 2"]);
  await page.getByRole("button", { name: "Clear Search" }).click();
  await expect(page).toHaveURL(`/forums/${forum.id}`);
  await expect(rows(page)).toHaveCount(3);
});

test("forums are searched, and a search without a match says so", async ({ visit, world }) => {
  const page = await visit();
  const box = page.getByRole("searchbox", { name: "Search forums" });
  const cards = page.getByRole("list", { name: "Forums" }).getByRole("heading");
  await page.goto("/forums");
  await expect(cards.filter({ hasText: world.forum.topic })).toBeVisible();
  await box.fill("chess");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL("/forums?keyword=chess");
  await expect(cards).toHaveText(["Chess"]);
  await box.fill("nothing has this name");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No forums found matching your search.")).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveText(["Chess"]);
  await page.getByRole("button", { name: "Clear Search" }).click();
  await expect(page).toHaveURL("/forums");
  await expect(cards.filter({ hasText: world.forum.topic })).toBeVisible();
  await page.goto("/forums?topic=chess");
  await expect(cards).toHaveText(["Chess"]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forums about “chess”");
  const back = page.getByRole("link", { name: "Return to Forums" });
  expect((await back.boundingBox())!.width).toBeLessThan(240);
  await back.click();
  await expect(page).toHaveURL("/forums");
});

test("forums are sorted in three orders and starred in the list", async ({ visit, join }) => {
  const owner = await join("sorter");
  await openForum(owner, "Aardvarks of all kinds");
  const busy = await openForum(owner, "Busy bees");
  const posts: Post[] = [];
  for (const title of ["Hive", "Honey", "Queen", "Smoke", "Swarm", "Wax"])
    posts.push(await write(owner, busy, title));
  const newest = await openForum(owner, "Zebras");
  const page = await visit(owner);
  const first = page.getByRole("list", { name: "Forums" }).getByRole("article").first();
  await page.goto("/forums");
  await expect(first.getByRole("heading")).toHaveText(newest.topic);
  await expect(first).toContainText("No posts yet");
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL("/forums?sort=name");
  await expect(first.getByRole("heading")).toHaveText("Aardvarks of all kinds");
  await page.goto("/forums?sort=active");
  const card = page.getByRole("article").filter({ hasText: busy.topic });
  await expect(card).toContainText("6 posts");
  await expect(card).toContainText("6 posts and replies this week");
  await card.getByRole("button", { name: "Favorite? Busy bees" }).click();
  const star = card.getByRole("button", { name: "Favorited: Busy bees" });
  await expect(star).toBeFocused();
  await card.getByRole("link", { name: posts.at(-1)!.title }).click();
  await expect(page).toHaveURL(`/posts/${posts.at(-1)!.id}`);
  await page.goto("/forums/favorites");
  await expect(page.getByRole("article")).toContainText(busy.topic);
});

for (const [width, height, density, count] of [
  [1440, 900, "Comfortable", 8],
  [1440, 900, "Compact", 14],
  [390, 844, "Comfortable", 4],
] as const)
  test(`${count} whole posts are in view at ${width} px, ${density}`, async ({ visit, join }) => {
    const owner = await join(`viewer${width}${density}`);
    const { forum } = await longForum(owner, `In view at ${width}, ${density}`, 16);
    const page = await visit(owner, { viewport: { width, height } });
    await page.goto(`/forums/${forum.id}`);
    // Comfortable is the default; phones have the choice only in the settings.
    if (density === "Compact")
      await page.getByRole("combobox", { name: "Row height" }).selectOption(density);
    await expect(rows(page)).toHaveCount(16);
    // The bottom bar of a phone covers what is below it.
    const bars = await page
      .locator("nav")
      .evaluateAll((navs) =>
        navs.map((nav) => nav.getBoundingClientRect()).filter(({ top }) => top > innerHeight / 2),
      );
    const end = Math.min(height, ...bars.map(({ top }) => top));
    const bottoms = await rows(page).evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect().bottom),
    );
    expect(bottoms.filter((bottom) => bottom <= end).length).toBeGreaterThanOrEqual(count);
  });

import { expect, type Page } from "@playwright/test";
import type { Reply } from "../src/api/types.ts";
import { test } from "./forum.ts";
import { answer, openForum, write } from "./world.ts";

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const reply = (page: Page, { id }: Reply) => page.locator(`#reply-${id}`);

/** Notifications follow an act within a second: loads the page until the bell shows one. */
const untilTold = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread", { timeout: 2000 });
  }).toPass({ timeout: 20_000 });

test("a reply is told by bell and title, and leads to it", async ({ visit, join }) => {
  const [eva, fred] = [await join("told-eva"), await join("told-fred")];
  const post = await write(eva, await openForum(eva, "Told bells"), "Ring it");
  const page = await visit(eva);
  const said = await answer(fred, post, "Ding dong");
  await untilTold(page, "/forums");
  await expect(page).toHaveTitle("(1) Forums · POST-UP");
  await bell(page).click();
  await page.getByRole("link", { name: "told-fred replied to you in “Ring it”" }).click();
  await expect(reply(page, said)).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(page).toHaveTitle("Ring it · POST-UP");
});

test("a mention is told", async ({ visit, join }) => {
  const [gus, hal] = [await join("told-gus"), await join("told-hal")];
  const post = await write(hal, await openForum(hal, "Told names"), "Who was it");
  const page = await visit(gus);
  await answer(hal, post, "I think it was @told-gus");
  await untilTold(page, "/forums");
  await page.goto("/notifications");
  await expect(
    page.getByRole("link", { name: "told-hal mentioned you in “Who was it”" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test("replies since the last visit are marked, and n goes to them", async ({ visit, join }) => {
  const [sue, tim] = [await join("live-sue"), await join("live-tim")];
  const post = await write(tim, await openForum(tim, "Live visits"), "Come back");
  const old = await answer(tim, post, "Seen before");
  const page = await visit(sue);
  const visited = page.waitForResponse((response) => response.url().endsWith("/visit"));
  await page.goto(`/posts/${post.id}`);
  await visited;
  await page.goto("/forums");
  const fresh = await answer(tim, post, "Not seen yet");
  await page.goto(`/forums/${post.forum_id}`);
  await expect(page.getByText("1 new", { exact: true })).toBeVisible();
  await page.goto(`/posts/${post.id}`);
  await expect(reply(page, fresh)).toHaveAttribute("data-new");
  await expect(reply(page, old)).not.toHaveAttribute("data-new");
  await page.keyboard.press("n");
  await expect(reply(page, fresh)).toBeFocused();
  await expect(reply(page, fresh)).not.toHaveAttribute("data-new");
});

import { expect, type Page } from "@playwright/test";
import type { Post, Reply } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { axe } from "./looks.ts";
import { settled } from "./settled.ts";
import { answer, write } from "./world.ts";

test("a link to a reply leads to it, and its thread folds", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Long thread");
  for (let number = 1; number <= 30; number += 1) await answer(bob, post, `Reply ${number}`);
  const below = await answer(bob, post, "Look here");
  const child = await answer(bob, post, "And below", below);
  const page = await visit();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/posts/${post.id}`);
  const reply = page.getByRole("article").filter({ hasText: "Look here" });
  await reply.getByRole("button", { name: "Copy link" }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${new URL(page.url()).origin}/posts/${post.id}#reply-${below.id}`);
  await page.goto("/");
  await page.goto(address);
  await expect(reply).toBeFocused();
  await expect(reply).toBeInViewport();
  const answers = page.locator(`#reply-${child.id}`);
  await expect(answers).toBeVisible();
  await page.getByRole("button", { name: "Collapse bob's thread" }).nth(30).click();
  await expect(answers).toBeHidden();
});

/** A long thread of replies with one to twelve lines, up to two levels deep. */
async function longReplies(author: Account, post: Post) {
  const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} of what there is to say`);
  const replies: Reply[] = [];
  for (let number = 0; number < 60; number += 1) {
    const reply = await answer(author, post, lines.slice(number % 12).join("\n"));
    replies.push(reply);
    let above = reply;
    for (let depth = 0; depth < number % 3; depth += 1)
      above = await answer(author, post, lines.join("\n"), above);
  }
  return replies;
}

test("offscreen replies keep their height and linked ones stay", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Long replies");
  const linked = (await longReplies(bob, post)).at(40);
  const page = await visit();
  await page.goto(`/posts/${post.id}#reply-${linked?.id}`);
  const replies = page.getByRole("region", { name: "Replies" }).locator("ol").first();
  await expect(replies.locator("> li").first()).toHaveCSS("content-visibility", "auto");
  await settled(page);
  const place = () =>
    page.evaluate((id) => {
      const { top } = document.getElementById(`reply-${id}`)!.getBoundingClientRect();
      return { top: Math.round(top), height: document.documentElement.scrollHeight };
    }, linked?.id);
  const skipped = await place();
  // Lay out everything, then follow the link again.
  await replies.evaluate((list, id) => {
    for (const item of list.children)
      (item as HTMLElement).style.setProperty("content-visibility", "visible");
    document.getElementById(`reply-${id}`)?.scrollIntoView();
  }, linked?.id);
  expect(skipped).toEqual(await place());
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("a deep thread on a phone names parents and continues", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Deep thread");
  let above: Reply | null = null;
  for (let level = 0; level < 8; level += 1)
    above = await answer(bob, post, `At level ${level}`, above);
  const page = await visit(bob, PHONE);
  await page.goto(`/posts/${post.id}`);
  const reply = (level: number) =>
    page.getByRole("article").filter({ hasText: `At level ${level}` });
  await expect(reply(4).getByText("Replying to bob")).toBeHidden();
  await expect(reply(5).getByText("Replying to bob")).toBeVisible();
  await expect(reply(6)).toBeHidden();
  expect((await reply(5).boundingBox())!.width).toBeGreaterThan(390 * 0.6);
  await page.getByRole("link", { name: "Continue this thread" }).tap();
  await expect(reply(6)).toBeFocused();
  await expect(reply(7)).toBeVisible();
  await expect(reply(0)).toBeHidden();
  await page.getByRole("link", { name: "Show all replies" }).tap();
  await expect(reply(0)).toBeVisible();
});

test("reply actions are visible by touch and by keyboard", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Thread with tools");
  await answer(bob, post, "A reply with tools");
  const phone = await visit(bob, PHONE);
  const desk = await visit(bob);
  for (const page of [phone, desk]) await page.goto(`/posts/${post.id}`);
  const reply = (page: Page) => page.getByRole("article").filter({ hasText: "A reply with tools" });
  const tools = (page: Page) => reply(page).getByRole("button", { name: /^(Copy link|Delete)$/ });
  const opacities = (page: Page) =>
    tools(page).evaluateAll((all) =>
      all.map((one) => getComputedStyle(one.parentElement!).opacity),
    );
  // On one row, the rest in a menu with words; arrows as large as a finger hits.
  const row = reply(phone).getByRole("button", { name: /^(Upvote|Downvote|Reply|More actions)$/ });
  await expect(row).toHaveCount(4);
  const boxes = await Promise.all((await row.all()).map((one) => one.boundingBox()));
  const middles = boxes.map((box) => Math.round(box!.y + box!.height / 2));
  expect(new Set(middles).size).toBe(1);
  for (const box of boxes.slice(0, 2))
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(40);
  await reply(phone).getByRole("button", { name: "More actions" }).tap();
  for (const name of ["Copy link", "Edit", "Save", "Delete"])
    await expect(phone.getByRole("menuitem", { name, exact: true })).toBeVisible();
  expect(await axe(phone, "replies on a phone")).toEqual([]);
  await expect.poll(() => opacities(desk)).toEqual(["0", "0"]);
  // Tab starts at the Reply button.
  await desk.getByRole("button", { name: "Reply", exact: true }).last().focus();
  await desk.keyboard.press("Tab");
  await expect(tools(desk).first()).toBeFocused();
  await expect.poll(() => opacities(desk)).toEqual(["1", "1"]);
  expect(await axe(desk, "replies with the focus")).toEqual([]);
});

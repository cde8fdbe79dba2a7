import { expect } from "@playwright/test";
import { test } from "./forum.ts";
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
  await page.getByRole("button", { name: "Thread of bob" }).nth(30).click();
  await expect(answers).toBeHidden();
});

import { expect } from "@playwright/test";
import { createForum, member, signIn, test } from "./forum.ts";

test("from a first post to a first reply, and a vote through its states", async ({
  page,
  origin,
}) => {
  await signIn(page, await member(origin, "paula"));
  await createForum(page, "Tomatoes");
  await page.getByRole("link", { name: "Create Post" }).click();
  await page.getByLabel("Title").fill("They are red");
  await page.getByLabel("Description").fill("All of them, overnight");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "They are red" })).toBeVisible();
  await page.getByLabel("Write a comment").fill("How many?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("How many?")).toBeVisible();
  const post = page.getByRole("article").first();
  const score = post.getByTestId("score");
  await post.getByRole("button", { name: "Upvote" }).click();
  await expect(score).toHaveText("1");
  await post.getByRole("button", { name: "Downvote" }).click();
  await expect(score).toHaveText("-1");
  await page.reload();
  await expect(score).toHaveText("-1");
  await post.getByRole("button", { name: "Downvote" }).click();
  await expect(score).toHaveText("0");
});

test("two people talk, and what is seen is read", async ({ page, browser, origin }) => {
  const mia = await member(origin, "mia");
  const ned = await member(origin, "ned");
  await signIn(page, mia);
  await page.goto(`/messages/${ned.id}`);
  await page.getByLabel("Message", { exact: true }).fill("Hello ned");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Hello ned")).toBeVisible();
  const other = await browser.newPage({ baseURL: origin });
  await signIn(other, ned);
  await other.getByRole("link", { name: "Messages" }).click();
  await other.getByRole("link", { name: /mia/ }).click();
  await expect(other.getByText("Hello ned")).toBeVisible();
  await expect(page.getByText("read", { exact: true })).toBeVisible();
  await other.close();
});

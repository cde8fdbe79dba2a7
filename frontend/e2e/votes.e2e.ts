import { expect, type Page, type Route } from "@playwright/test";
import type { Post } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { answer, write } from "./world.ts";
import { quiet } from "./quiet.ts";

type Standing = "up" | "neutral" | "down";

const TRANSITIONS = [
  { from: "neutral", click: "Upvote", to: "up", words: "Failed to upvote" },
  { from: "up", click: "Upvote", to: "neutral", words: "Failed to undo upvote" },
  { from: "neutral", click: "Downvote", to: "down", words: "Failed to downvote" },
  { from: "down", click: "Downvote", to: "neutral", words: "Failed to undo downvote" },
  { from: "up", click: "Downvote", to: "down", words: "Failed to downvote" },
  { from: "down", click: "Upvote", to: "up", words: "Failed to upvote" },
] as const;

const VOTES = /\/api\/(posts|replies)\/\d+\/(up|down)vote/;
const SLOW = 700;

const pause = (page: Page) => page.waitForTimeout(SLOW);

async function shows(page: Page, standing: Standing, votes = page.getByRole("group").first()) {
  const score = { up: "1", neutral: "0", down: "-1" }[standing];
  // Before the slow server has answered.
  const options = { timeout: SLOW / 2 };
  await expect(votes.getByTestId("score")).toHaveText(score, options);
  for (const [name, pressed] of [
    ["Upvote", standing === "up"],
    ["Downvote", standing === "down"],
  ] as const)
    await expect(votes.getByRole("button", { name })).toHaveAttribute(
      "aria-pressed",
      String(pressed),
      options,
    );
}

async function stands(voter: Account, post: Post, standing: Standing) {
  const undo = ["/upvote/unlike", "/downvote/undislike"];
  const calls = { up: ["/upvote"], neutral: undo, down: ["/downvote"] }[standing];
  for (const call of calls) await voter.api.put(`/api/posts/${post.id}${call}`);
}

for (const { from, click, to, words } of TRANSITIONS)
  test(`${click} when ${from}: immediate, undone on failure`, async ({
    visit,
    world: { bob, forum },
  }) => {
    const post = await write(bob, forum, "Votes");
    await stands(bob, post, from);
    const page = await visit(bob);
    let answer = (route: Route) => route.fulfill({ status: 500 });
    await page.route(VOTES, async (route) => {
      await pause(page);
      await answer(route);
    });
    await page.goto(`/posts/${post.id}`);
    const button = page.getByRole("button", { name: click });
    await expect(button).toBeVisible();
    await shows(page, from);

    await button.click();
    await shows(page, to);
    await expect(page.getByRole("alert")).toHaveText(`${words}. Status code: 500`);
    await shows(page, from);

    answer = (route) => route.continue();
    const answered = page.waitForResponse(VOTES);
    await button.click();
    await shows(page, to);
    await answered;
    await page.reload();
    await expect(button).toBeVisible();
    await shows(page, to);
  });

test("without any answer, a vote is taken back as well", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "No answer");
  const page = await visit(bob);
  await page.route(VOTES, (route) => route.abort());
  await page.goto(`/posts/${post.id}`);
  await page.getByRole("button", { name: "Upvote" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upvote. Status code: 0");
  await shows(page, "neutral");
});

for (const { clicks, ends, calls } of [
  { clicks: ["Upvote", "Downvote"], ends: "down", calls: 2 },
  { clicks: ["Upvote", "Upvote"], ends: "neutral", calls: 2 },
  { clicks: ["Upvote", "Downvote", "Downvote", "Upvote"], ends: "up", calls: 1 },
] as const)
  test(`fast clicks, ${clicks.join(" ")}, end ${ends} here and on the server`, async ({
    visit,
    world: { bob, forum },
  }) => {
    const post = await write(bob, forum, "Fast clicks");
    const page = await visit(bob);
    const asked: string[] = [];
    await page.route(VOTES, async (route) => {
      asked.push(route.request().url());
      await pause(page);
      await route.continue();
    });
    await page.goto(`/posts/${post.id}`);
    for (const name of clicks) await page.getByRole("button", { name, exact: true }).click();
    await shows(page, ends);
    await expect.poll(() => asked.length).toBe(calls);
    await pause(page);
    await quiet(page);
    await shows(page, ends);
    expect(asked).toHaveLength(calls);
    await page.reload();
    await expect(page.getByRole("button", { name: "Upvote" })).toBeVisible();
    await shows(page, ends);
  });

test("a vote on a reply shows at once and is undone on failure", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Votes below");
  await answer(bob, post, "Vote for me");
  const page = await visit(bob);
  await page.goto(`/posts/${post.id}`);
  const votes = page.getByRole("article").filter({ hasText: "Vote for me" }).last();
  const group = votes.getByRole("group", { name: "Votes" });
  const answered = page.waitForResponse(VOTES);
  await votes.getByRole("button", { name: "Downvote" }).click();
  await shows(page, "down", group);
  await answered;
  await page.reload();
  await expect(group).toBeVisible();
  await shows(page, "down", group);
  await page.route(VOTES, (route) => route.fulfill({ status: 503 }));
  await votes.getByRole("button", { name: "Upvote" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upvote. Status code: 503");
  await shows(page, "down", group);
});

test("a visitor who votes signs in and returns to the post", async ({ visit, world: { post } }) => {
  const page = await visit();
  await page.goto(`/posts/${post.id}`);
  await page.getByRole("button", { name: "Upvote" }).first().click();
  await expect(page).toHaveURL(`/login?next=%2Fposts%2F${post.id}`);
});

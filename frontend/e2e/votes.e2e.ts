import { expect, type Page, type Route } from "@playwright/test";
import type { Post } from "../src/api/types.ts";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { answer, write } from "./world.ts";

type Standing = "up" | "neutral" | "down";

/** Every transition once, each from where the one before ends. */
const TRANSITIONS = [
  { click: "Upvote", from: "neutral", to: "up" },
  { click: "Downvote", from: "up", to: "down" },
  { click: "Upvote", from: "down", to: "up" },
  { click: "Upvote", from: "up", to: "neutral" },
  { click: "Downvote", from: "neutral", to: "down" },
  { click: "Downvote", from: "down", to: "neutral" },
] as const;

const VOTES = /\/api\/(posts|replies)\/\d+\/(up|down)vote/;

const vote = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function shows(page: Page, standing: Standing, votes = page.getByRole("group").first()) {
  const score = { up: "1", neutral: "0", down: "-1" }[standing];
  await expect(votes.getByTestId("score")).toHaveText(score);
  for (const [name, pressed] of [
    ["Upvote", standing === "up"],
    ["Downvote", standing === "down"],
  ] as const)
    await expect(votes.getByRole("button", { name })).toHaveAttribute(
      "aria-pressed",
      String(pressed),
    );
}

/** The member's vote on the server. */
async function stands({ api }: Account, { id }: Post, standing: Standing) {
  const { hasUpvoted, hasDownvoted } = await api.get<Post>(`/api/posts/${id}`);
  expect({ hasUpvoted, hasDownvoted }).toEqual({
    hasUpvoted: standing === "up",
    hasDownvoted: standing === "down",
  });
}

/** Holds the votes of a page back; `next` gives the next one, `asked` counts them. */
async function hold(page: Page) {
  const held: Route[] = [];
  let asked = 0;
  await page.route(VOTES, (route) => {
    asked += 1;
    held.push(route);
  });
  const next = async () => {
    await expect.poll(() => held.length).toBe(1);
    return held.pop()!;
  };
  return { next, asked: () => asked };
}

/** Lets a vote go on to the server, and waits for the answer. */
async function answered(page: Page, route: Route) {
  const response = page.waitForResponse(VOTES);
  await route.continue();
  await (await response).finished();
}

test("every vote shows before the server has it", async ({ visit, world: { bob, forum } }) => {
  const post = await write(bob, forum, "Votes");
  const page = await visit(bob);
  const { next } = await hold(page);
  await page.goto(`/posts/${post.id}`);
  for (const { click, from, to } of TRANSITIONS) {
    await shows(page, from);
    await vote(page, click).click();
    await shows(page, to);
    await stands(bob, post, from);
    await answered(page, await next());
    await shows(page, to);
    await stands(bob, post, to);
  }
});

test("a refused vote is taken back", async ({ visit, world: { bob, forum } }) => {
  const post = await write(bob, forum, "No votes");
  const page = await visit(bob);
  const { next } = await hold(page);
  await page.goto(`/posts/${post.id}`);
  await vote(page, "Upvote").click();
  await shows(page, "up");
  await (await next()).fulfill({ status: 500 });
  await expect(page.getByRole("alert")).toHaveText("Failed to upvote. Status code: 500");
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
    const { next, asked } = await hold(page);
    await page.goto(`/posts/${post.id}`);
    for (const name of clicks) await vote(page, name).click();
    await shows(page, ends);
    for (let call = 0; call < calls; call += 1) await answered(page, await next());
    await settled(page);
    await shows(page, ends);
    expect(asked()).toBe(calls);
    await stands(bob, post, ends);
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
  const stored = page.waitForResponse(VOTES);
  await votes.getByRole("button", { name: "Downvote" }).click();
  await shows(page, "down", group);
  await stored;
  await page.reload();
  await expect(group).toBeVisible();
  await shows(page, "down", group);
  await page.route(VOTES, (route) => route.fulfill({ status: 503 }));
  await votes.getByRole("button", { name: "Upvote" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upvote. Status code: 503");
  await shows(page, "down", group);
});

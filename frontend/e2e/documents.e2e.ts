import { expect } from "@playwright/test";
import type { Post } from "../src/api/types.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { answer, openForum, write, type World } from "./world.ts";

const SCREENS: Record<string, (world: World) => string> = {
  home: () => "/",
  forums: () => "/forums",
  "a forum": ({ forum }) => `/forums/${forum.id}`,
  "a post": ({ post }) => `/posts/${post.id}`,
  "a profile": ({ bob }) => `/u/${bob.username}`,
};

for (const [name, path] of Object.entries(SCREENS))
  test(`${name} asks a visitor's document instead of the API`, async ({ visit, world }) => {
    const page = await visit();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") asked.push(new URL(request.url()).pathname);
    });
    await page.goto(path(world));
    await page.locator("main h1").waitFor();
    await settled(page);
    expect(asked).toEqual([]);
  });

test("spoilers are covered without scripts until they are pointed at", async ({ visit, world }) => {
  const body = { title: "The end", description: "It was ||the **gardener**||." };
  const post = await world.bob.api.post<Post>(`/api/forum/${world.forum.id}/posts`, body);
  await answer(world.bob, post, "Or ||the cook||?");
  const page = await visit(undefined, { javaScriptEnabled: false });
  await page.goto(`/posts/${post.id}`);
  const spoilers = page.locator(".document .spoiler");
  await expect(spoilers).toHaveText(["the gardener", "the cook"]);
  for (const spoiler of await spoilers.all())
    await expect(spoiler).toHaveCSS("color", "rgba(0, 0, 0, 0)");
  const marked = spoilers.first().locator("strong");
  await expect(marked).toHaveCSS("opacity", "0");
  await spoilers.first().hover();
  await expect(spoilers.first()).not.toHaveCSS("color", "rgba(0, 0, 0, 0)");
  await expect(marked).toHaveCSS("opacity", "1");
});

/** The replies of a page of a document. */
const PAGE = 1_000;

test("links alone lead from home to the second page of replies without scripts", async ({
  visit,
  world: { bob },
}) => {
  const post = await write(bob, await openForum(bob, "Rivers"), "A long river");
  await answer(bob, post, "The first word");
  for (let sent = 0; sent < PAGE; sent += 10)
    await Promise.all(Array.from({ length: 10 }, () => answer(bob, post, "Between them")));
  await answer(bob, post, "The last word");
  const page = await visit(undefined, { javaScriptEnabled: false });
  await page.goto("/");
  await page.getByRole("link", { name: "A long river" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "A long river" })).toBeVisible();
  await expect(page.getByText("The first word")).toBeVisible();
  await expect(page.getByText("The last word")).toHaveCount(0);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(new RegExp(`/posts/${post.id}\\?after=`));
  await expect(page.getByText("The last word")).toBeVisible();
  await expect(page.getByText("The first word")).toHaveCount(0);
});

test("the page of the API shows a call and tries it", async ({ visit, world }) => {
  const page = await visit();
  await page.goto("/api/docs");
  // Calls far below the window are not rendered.
  for (const tag of ["accounts", "people"])
    await page.locator(".opblock-tag", { hasText: tag }).getByRole("button").click();
  const call = page.locator(".opblock", { has: page.locator('[data-path="/forums"]') });
  await call.getByRole("button").first().click();
  await call.getByRole("button", { name: "Try it out" }).click();
  await call.getByRole("button", { name: "Execute" }).click();
  await expect(call.locator(".live-responses-table .response-col_status").last()).toHaveText(/200/);
  await expect(call.locator(".live-responses-table")).toContainText(world.forum.topic);
});

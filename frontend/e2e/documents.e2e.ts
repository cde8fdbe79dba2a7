import { expect } from "@playwright/test";
import { test } from "./forum.ts";
import { quiet } from "./quiet.ts";
import type { World } from "./world.ts";

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
    await quiet(page);
    expect(asked).toEqual([]);
  });

import { expect, type Page } from "@playwright/test";
import { signIn, test } from "./forum.ts";
import { faults, overlapping } from "./looks.ts";
import { MEMBER } from "./memberScreens.ts";
import type { Screen } from "./screens.ts";
import { VISITOR } from "./visitorScreens.ts";
import { answer, openForum, write, type World } from "./world.ts";

/** Some screens need answers that no server of the tests gives: they would not pass the service worker. */
const MOCKED = { serviceWorkers: "block" } as const;

for (const screen of VISITOR)
  test(`a visitor's screen has no fault: ${screen.name}`, async ({ visit, world }) => {
    await inspect(await visit(undefined, MOCKED), world, screen);
  });

for (const screen of MEMBER)
  test(`a member's screen has no fault: ${screen.name}`, async ({ visit, admin, world }) => {
    await inspect(await visit(admin, MOCKED), world, screen);
  });

test("the banned dialog has no fault", async ({ visit, world: { mallory } }) => {
  const page = await visit();
  await page.goto("/login");
  await signIn(page, mallory);
  await page.getByRole("dialog").waitFor();
  expect(await faults(page, "banned")).toEqual([]);
});

test("a moderator's bar has room for long words", async ({ visit, admin, world }) => {
  // In a forum of the admin alone: the queues of other tests stay as they are.
  const post = await write(admin, await openForum(admin, "Harbour"), "Ropes");
  await world.bob.api.post(`/api/posts/${post.id}/report`, { reason: "spam" });
  for (const locale of ["de-DE", "fr-FR"]) {
    const page = await visit(admin, { locale });
    await page.goto("/rules");
    const queue = page.locator("a[href='/moderation/queue']");
    const bar = page.getByRole("navigation").filter({ has: queue });
    await expect(queue).toBeVisible();
    for (const width of [840, 940, 1060, 1240, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overlapping(bar), `${locale}, ${width} px`).toEqual([]);
    }
  }
});

test("paper shows the whole thread without bars and boxes", async ({ visit, admin, world }) => {
  const paragraphs = Array.from({ length: 40 }, (_, at) => `Paragraph ${at + 1}`);
  const text = [...paragraphs, "The last words."].join("\n\n");
  const post = await write(world.bob, world.forum, "A long story", text);
  await answer(world.bob, post, "Well told");
  const page = await visit(admin);
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText("Well told")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show more" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: post.title })).toBeVisible();
  const end = await page.getByText("The last words.").boundingBox();
  const replies = await page.getByRole("region", { name: "Replies" }).boundingBox();
  expect(end!.y + end!.height).toBeLessThanOrEqual(replies!.y);
  await expect(page.getByText("Well told")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Upvote" }).first()).toBeHidden();
});

test("focus on a phone stays above the bottom bar", async ({ visit, admin, world: { post } }) => {
  const page = await visit(admin, { viewport: { width: 390, height: 664 } });
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText("Nineteen")).toBeVisible();
  const bar = await page.getByRole("navigation", { name: "Main" }).getByRole("list").boundingBox();
  await page.getByRole("main").getByRole("link").first().focus();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press("Tab");
    const inMain = await page.evaluate(() => Boolean(document.activeElement?.closest("main")));
    if (!inMain) break;
    const box = await page.locator(":focus").boundingBox();
    expect(box!.y + Math.min(box!.height, 44)).toBeLessThanOrEqual(bar!.y + 1);
  }
});

/** Collects the faults of a screen, so that one run reports them all. */
async function inspect(page: Page, world: World, { name, path, open, shows }: Screen) {
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto(await path(world));
  await open?.(page);
  await expect(shows(page)).toBeVisible();
  expect((await faults(page, name)).join("\n\n")).toBe("");
}

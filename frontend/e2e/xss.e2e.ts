import { expect, type Page } from "@playwright/test";
import { register } from "./api.ts";
import { test } from "./forum.ts";
import { poison, SCREENS, texts, type Poisoned } from "./poison.ts";
import { startServer } from "./server.ts";
import { settled } from "./settled.ts";
import { strangers, watched } from "./watched.ts";
import { XSS } from "./xss.ts";

let poisoned: Poisoned;
let server: Awaited<ReturnType<typeof startServer>>;

// A server of its own, so that other tests see none of this.
test.beforeAll(async () => {
  expect(XSS.length).toBeGreaterThan(500);
  server = await startServer();
  const { origin } = server;
  poisoned = await poison(await register(origin, "poisoner"), await register(origin, "reader"));
  expect(poisoned.pictures.length).toBeGreaterThan(2);
  expect(poisoned.pictures.filter((url) => !url.startsWith("https://"))).toEqual([]);
});
test.afterAll(() => server.stop());

test("an executed script would be noticed", async ({ browser }) => {
  const { context, noise } = await watched(browser, server.origin, undefined, true);
  const page = await context.newPage();
  await page.goto("/login");
  expect(await strangers(page)).toEqual([]);
  await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), XSS.join(""));
  await expect.poll(() => noise).toContain("a string ran");
  expect(await strangers(page)).not.toEqual([]);
  await context.close();
});

test("all of it can be read", async ({ browser }) => {
  const { context } = await watched(browser, server.origin, poisoned.peer, false);
  const page = await context.newPage();
  for (const [path, written] of texts(poisoned)) {
    expect(written.length, path).toBeGreaterThan(1);
    await page.goto(path);
    for (const text of written) await expect(page.getByText(text).first(), path).toBeVisible();
  }
  await context.close();
});

/** Nothing on these screens runs, loads from elsewhere or leaves the site. */
async function inspect(page: Page, noise: string[], paths: string[]) {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeAttached();
    await settled(page);
    // Triggers handlers that need a pointer or the focus.
    await page.mouse.move(300, 400);
    await page.keyboard.press("Tab");
    await settled(page);
    expect(await strangers(page), path).toEqual([]);
    expect(new URL(page.url()).origin, path).toBe(server.origin);
    expect(noise, path).toEqual([]);
  }
}

type Group = keyof typeof SCREENS;

/** Each screen without the server's policy, which would stop what the screens let through, and with it. */
const VISITS: [Group[], "author" | "peer" | undefined, "with" | "without"][] = [
  [["lists", "posts", "own"], "author", "without"],
  [["forums"], "peer", "without"],
  [["lists", "posts"], undefined, "with"],
  [["own"], "peer", "with"],
];

for (const [groups, role, policy] of VISITS)
  for (const group of groups)
    test(`${group} for ${role ?? "visitor"}, ${policy} the server's policy`, async ({
      browser,
    }) => {
      const who = role && poisoned[role];
      const { origin } = server;
      const { context, noise } = await watched(browser, origin, who, policy === "without");
      await inspect(await context.newPage(), noise, SCREENS[group](poisoned, who));
      await context.close();
    });

// Each in a forum of its own, as one would restore the draft of the other while its text is filled in.
for (const [at, policy] of ["with", "without"].entries())
  test(`in the preview, ${policy} the server's policy`, async ({ browser }) => {
    const { author, forums, descriptions } = poisoned;
    const { context, noise } = await watched(browser, server.origin, author, policy === "without");
    const page = await context.newPage();
    await page.goto(`/forums/${forums[at]?.id}/create-post`);
    const box = page.getByLabel("Description", { exact: true });
    for (const text of descriptions) {
      await box.fill(text);
      await page.getByRole("tab", { name: "Preview" }).click();
      const preview = page.getByRole("tabpanel", { name: "Preview" });
      await expect(preview.getByRole("listitem").nth(50)).toBeAttached();
      await settled(page);
      expect(await strangers(page)).toEqual([]);
      expect(noise).toEqual([]);
      await page.getByRole("tab", { name: "Write" }).click();
    }
    await page.goto("/drafts");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    expect(await strangers(page)).toEqual([]);
    expect(noise).toEqual([]);
    await context.close();
  });

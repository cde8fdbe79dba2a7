import { expect } from "@playwright/test";
import { launch, type Browser, type Page } from "puppeteer-core";
import { test } from "./forum.ts";
import { openForum } from "./world.ts";

/** Debian's Firefox, driven by Puppeteer with WebDriver BiDi: Playwright supports only its own Firefox build. */
const firefox = () =>
  launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    defaultViewport: { width: 1280, height: 800 },
    // Where a new address cancels what a page loads ahead, Firefox reports an error of the service worker.
    extraPrefsFirefox: { "dom.serviceWorkers.enabled": false },
  });

test("Firefox signs in, posts, votes, replies and writes a message", async ({ origin, join }) => {
  const [host, guest] = [await join("fennek"), await join("vulpes")];
  const forum = await openForum(host, "Browsers");
  await inFirefox(async (page) => {
    await page.goto(`${origin}/login`);
    await page.locator("input[name=username]").fill(guest.username);
    await page.locator("input[name=password]").fill(guest.password);
    await page.locator("main form button[type=submit]").click();
    await press(page, "dialog[open]", "Close");

    await page.goto(`${origin}/forums/${forum.id}/create-post`);
    await page.locator("main form input").fill("Written in Firefox");
    await page.locator("main textarea").fill("It scrolls, it folds, it votes.");
    await page.locator("main form button[type=submit]").click();
    await page.waitForFunction(() => /^\/posts\/\d+$/.test(location.pathname));
    await page.locator('main [aria-label="Upvote"]').click();
    await page.waitForSelector('main [aria-label="Upvote"][aria-pressed=true]');

    await page.locator("main textarea").click();
    await page.locator("main textarea").fill("And it replies.");
    await page.locator("main form button[type=submit]").click();
    await page.waitForSelector('main article[id^="reply-"]');

    await page.goto(`${origin}/messages/${host.id}`);
    await page.locator("main textarea").fill("Hello from Firefox");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main li")].some((item) =>
        item.textContent?.includes("Hello from Firefox"),
      ),
    );
  });
  const [post] = await host.api.get<{ title: string; upvotes: number; replyCount: number }[]>(
    `/api/forum/${forum.id}/posts`,
  );
  expect(post).toMatchObject({ title: "Written in Firefox", upvotes: 1, replyCount: 1 });
});

/** Runs `walk` in a new browser, which must report no error. */
async function inFirefox(walk: (page: Page) => Promise<void>) {
  const browser: Browser = await firefox();
  try {
    const page = await browser.newPage();
    const errors: unknown[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await walk(page);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
}

/** Clicks the button with that text. */
async function press(page: Page, scope: string, text: string) {
  await page.locator(`${scope} ::-p-text(${text})`).click();
}

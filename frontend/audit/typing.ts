import type { Browser, Locator, Page } from "@playwright/test";
import { kept, type Account } from "../e2e/api.ts";
import type { Post } from "../src/api/types.ts";
import { judged, median, quantile } from "./judge.ts";
import { quiet } from "./quiet.ts";

const ROUNDS = 5;
const LIMIT = 16;
const TEXT = "A reply that somebody types into the box, one key after the other.";

type Box = { name: string; find: (page: Page) => Promise<Locator> };
const BOXES: Box[] = [
  { name: "the reply box above it", find: async (page) => page.getByLabel("Write a reply") },
  {
    name: "the answer box of its last reply",
    async find(page) {
      await page.getByRole("button", { name: "Reply", exact: true }).last().click();
      return page.getByLabel("Your reply");
    },
  },
];

/**
 * The time from a key press to the end of the frame that shows its letter. All rounds press the same keys, and
 * each key counts with its median, which leaves out disturbances by other processes.
 */
export async function typing(browser: Browser, origin: string, member: Account, post: Post) {
  const rows = [];
  for (const box of BOXES) {
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await type(browser, origin, member, post, box));
    const keys = [...TEXT].map((_, key) => median(rounds.map((times) => times[key] ?? Number.NaN)));
    const all = rounds.flat();
    const longest = Math.max(...keys);
    rows.push({
      [`typing under ${post.replyCount} replies`]: box.name,
      "median, ms": judged(median(keys).toFixed(1), median(keys) < LIMIT),
      "longest key, ms": judged(longest.toFixed(1), longest < LIMIT),
      limit: LIMIT,
      "all keys: median, p95, max": [0.5, 0.95, 1]
        .map((q) => quantile(all, q).toFixed(1))
        .join(", "),
    });
  }
  console.table(rows);
}

async function type(
  browser: Browser,
  origin: string,
  member: Account,
  post: Post,
  box: Box,
): Promise<number[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 844 },
    storageState: { cookies: [], origins: [{ origin, localStorage: kept(member) }] },
  });
  const page = await context.newPage();
  await page.goto(`${origin}/posts/${post.id}`);
  await quiet(page);
  await page.waitForTimeout(1_000);
  await (await box.find(page)).focus();
  await page.evaluate(watch);
  for (const letter of TEXT) {
    await page.keyboard.press(letter === " " ? "Space" : letter);
    await page.waitForTimeout(60);
  }
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  await context.close();
  return times;
}

/** Runs in the page: the time of each keydown until the frame after its input is done. */
function watch() {
  const times: number[] = [];
  Object.assign(globalThis, { times });
  let pressed = 0;
  addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  const afterFrame = new MessageChannel();
  const from: number[] = [];
  afterFrame.port1.addEventListener("message", () => {
    for (const start of from.splice(0)) times.push(performance.now() - start);
  });
  afterFrame.port1.start();
  addEventListener("input", () => {
    const start = pressed;
    requestAnimationFrame(() => {
      from.push(start);
      afterFrame.port2.postMessage(0);
    });
  });
}

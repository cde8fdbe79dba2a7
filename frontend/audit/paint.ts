import type { Browser } from "@playwright/test";
import { kept, type Account } from "../e2e/api.ts";
import { openOnFourG } from "./four-g.ts";
import { judged, median, spread } from "./judge.ts";

const ROUNDS = 5;
const LIMIT = 1200;

type Visit = { width: number; who: Account | undefined; slower: number };
type Paint = { at: number; element: string; isContent: boolean };

/** When home has painted its content on a cold cache: the largest element must be a post or a forum. */
export async function homePaints(browser: Browser, origin: string, member: Account) {
  const visits = [1, 4].flatMap((slower) =>
    [390, 1440].flatMap((width) => [undefined, member].map((who) => ({ width, who, slower }))),
  );
  const seen = new Map<Visit, Paint[]>(visits.map((visit) => [visit, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [visit, paints] of seen) paints.push(await paint(browser, origin, visit));
  console.table([...seen].map(([visit, paints]) => row(visit, paints)));
}

function row({ width, who, slower }: Visit, paints: Paint[]) {
  const times = paints.map(({ at }) => at);
  const good = median(times) < LIMIT && paints.every(({ isContent }) => isContent);
  const judging = slower === 1;
  return {
    "home at": `${width} px`,
    "signed in": who ? "yes" : "no",
    processor: judging ? "as it is" : `${slower} times slower`,
    "LCP, ms": judging ? judged(spread(times), good) : spread(times),
    limit: judging ? `${LIMIT}, a post or forum` : "none",
    element: [...new Set(paints.map(({ element }) => element))].join(", "),
  };
}

async function paint(browser: Browser, origin: string, { width, who, slower }: Visit) {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    storageState: { cookies: [], origins: who ? [{ origin, localStorage: kept(who) }] : [] },
  });
  const page = await openOnFourG(context, slower);
  await page.addInitScript(watch);
  await page.goto(origin, { waitUntil: "networkidle" });
  await page.locator("main article").first().waitFor();
  await page.waitForTimeout(500);
  const last = await page.evaluate(() => (globalThis as unknown as { largest: Paint }).largest);
  await context.close();
  return last;
}

/** Runs in the page: the last candidate is the largest one. */
function watch() {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      const { element, startTime: at } = entry;
      const card = element?.closest("main article");
      const largest = {
        at,
        element: `${element?.localName} of ${card ? "a card" : "the shell"}`,
        isContent: Boolean(card),
      };
      Object.assign(globalThis, { largest });
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
}

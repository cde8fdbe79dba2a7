import type { Browser } from "@playwright/test";
import { kept, type Account } from "../e2e/api.ts";
import { openOnFourG } from "./four-g.ts";
import { judged, median, spread } from "./judge.ts";
import { quiet } from "./quiet.ts";

const ROUNDS = 5;
/** Milliseconds within which each screen is painted on a processor as it is. */
const SCREENS = [
  { name: "home", path: "/", limit: 1200 },
  { name: "a post", path: "/posts/120", limit: 600 },
];

type Screen = (typeof SCREENS)[number];
type Visit = { screen: Screen; width: number; who: Account | undefined; slower: number };
/** When the last of the largest paint and the first post was painted; `element` is the largest. */
type Paint = { at: number; element: string };

/** When a screen has painted its largest element and its first post on a cold cache. */
export async function paints(browser: Browser, origin: string, member: Account) {
  const visits: Visit[] = SCREENS.flatMap((screen) =>
    [1, 4].flatMap((slower) =>
      [390, 1440].flatMap((width) =>
        [undefined, member].map((who) => ({ screen, width, who, slower })),
      ),
    ),
  );
  const seen = new Map<Visit, Paint[]>(visits.map((visit) => [visit, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [visit, paints] of seen) paints.push(await paint(browser, origin, visit));
  console.table([...seen].map(([visit, paints]) => row(visit, paints)));
}

function row({ screen, width, who, slower }: Visit, paints: Paint[]) {
  const times = paints.map(({ at }) => at);
  const good = median(times) < screen.limit;
  const judging = slower === 1;
  return {
    screen: `${screen.name} at ${width} px`,
    "signed in": who ? "yes" : "no",
    processor: judging ? "as it is" : `${slower} times slower`,
    "LCP and first post, ms": judging ? judged(spread(times), good) : spread(times),
    limit: judging ? screen.limit : "none",
    "largest element": [...new Set(paints.map(({ element }) => element))].join(", "),
  };
}

async function paint(browser: Browser, origin: string, { screen, width, who, slower }: Visit) {
  const context = await browser.newContext({
    viewport: { width, height: 844 },
    storageState: { cookies: [], origins: who ? [{ origin, localStorage: kept(who) }] : [] },
  });
  const page = await openOnFourG(context, slower);
  await page.addInitScript(watch);
  await page.goto(origin + screen.path);
  await quiet(page);
  await page.locator("main article").first().waitFor();
  await page.waitForTimeout(500);
  const painted = await page.evaluate(() => (globalThis as unknown as { painted: Paint }).painted);
  await context.close();
  return painted;
}

/** Runs in the page. On a phone a sentence above the posts of home can be larger than any of them. */
function watch() {
  const painted = { at: 0, element: "nothing" };
  Object.assign(globalThis, { painted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      painted.at = Math.max(painted.at, entry.startTime);
      const place = entry.element?.closest("main article") ? "a post" : "the shell";
      painted.element = `${entry.element?.localName} of ${place}`;
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const posts = new MutationObserver(() => {
    if (!document.querySelector("main article")) return;
    posts.disconnect();
    // The frame after the next one starts when the posts are on the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame((at) => (painted.at = Math.max(painted.at, at))),
    );
  });
  posts.observe(document, { childList: true, subtree: true });
}

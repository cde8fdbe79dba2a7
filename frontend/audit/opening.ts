import type { Browser, Page } from "@playwright/test";
import { kept, type Account } from "../e2e/api.ts";
import type { Post } from "../src/api/types.ts";
import { openOnFourG } from "./four-g.ts";
import { judged, median, spread } from "./judge.ts";
import { quiet } from "./quiet.ts";

const ROUNDS = 5;
const LIMIT = 100;

/** Milliseconds from the click to the end of the frame that shows each part. */
type Opening = Record<"post" | "thread", { answered: number; painted: number }>;
type Marks = { clicked: number; post: number; thread: number };

/** The time from the API's answers to the painted post, after a click in a list on 4G. */
export async function openings(browser: Browser, origin: string, member: Account, long: Post) {
  const short = await member.api.get<Post[]>(`/api/forum/${long.forum_id}/posts?limit=10`);
  const post = short.find(({ replyCount, id }) => replyCount > 0 && id !== long.id);
  if (!post) throw new Error("no post of the demo's forum has a reply");
  const seen: [Post, Opening[]][] = [
    [post, []],
    [long, []],
  ];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [post, openings] of seen) openings.push(await open(browser, origin, member, post));
  console.table(seen.flatMap(([post, openings]) => rows(post, openings)));
}

function rows(post: Post, openings: Opening[]) {
  return (["post", "thread"] as const).map((part) => {
    const parts = openings.map((opening) => opening[part]);
    const after = parts.map(({ answered, painted }) => painted - answered);
    return {
      "a click on": `a post with ${post.replyCount} replies`,
      shows: part === "post" ? "the post" : "its first replies",
      "after the answer, ms": judged(spread(after), median(after) < LIMIT),
      limit: LIMIT,
      "after the click, ms": spread(parts.map(({ painted }) => painted)),
    };
  });
}

async function open(browser: Browser, origin: string, member: Account, post: Post) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 844 },
    storageState: { cookies: [], origins: [{ origin, localStorage: kept(member) }] },
  });
  const page = await openOnFourG(context);
  await page.goto(`${origin}/forums/${post.forum_id}`);
  await quiet(page);
  await page.evaluate(watch, post.title);
  const all = ["", "/replies"].map((rest) => answered(page, `/api/posts/${post.id}${rest}`));
  await page.getByRole("link", { name: post.title }).click();
  await Promise.all(all);
  await page.waitForFunction(() => (globalThis as unknown as { marks: Marks }).marks.thread > 0);
  await quiet(page);
  const opening = await read(page, post);
  await context.close();
  return opening;
}

/** Waits for a complete answer. */
async function answered(page: Page, path: string) {
  const answer = await page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await answer.finished();
}

async function read(page: Page, { id }: Post): Promise<Opening> {
  const { marks, ends } = await page.evaluate(() => ({
    marks: (globalThis as unknown as { marks: Marks }).marks,
    ends: performance
      .getEntriesByType("resource")
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).responseEnd] as const),
  }));
  const since = (time: number) => time - marks.clicked;
  const ended = (path: string) => {
    const end = ends.findLast(([url]) => new URL(url).pathname === path)?.[1];
    if (end === undefined) throw new Error(`${path} was not asked`);
    return since(end);
  };
  return {
    post: { answered: ended(`/api/posts/${id}`), painted: since(marks.post) },
    thread: { answered: ended(`/api/posts/${id}/replies`), painted: since(marks.thread) },
  };
}

/** Runs in the page: marks the click, and the ends of the frames that show the post and its thread. */
function watch(title: string) {
  const marks: Marks = { clicked: 0, post: 0, thread: 0 };
  Object.assign(globalThis, { marks });
  addEventListener("click", ({ timeStamp }) => (marks.clicked = timeStamp), { capture: true });
  const afterFrame = new MessageChannel();
  const waiting: ("post" | "thread")[] = [];
  afterFrame.port1.addEventListener("message", () => {
    for (const part of waiting.splice(0)) marks[part] = performance.now();
  });
  afterFrame.port1.start();
  const missing = new Map<"post" | "thread", () => boolean>([
    ["post", () => document.querySelector("h1")?.textContent === title],
    ["thread", () => document.querySelector("[id^=reply-]") !== null],
  ]);
  new MutationObserver(() => {
    for (const [part, isThere] of missing) {
      if (!isThere()) continue;
      missing.delete(part);
      requestAnimationFrame(() => {
        waiting.push(part);
        afterFrame.port2.postMessage(0);
      });
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

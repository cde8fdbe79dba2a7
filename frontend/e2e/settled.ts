import { expect, type BrowserContext, type Page, type Request } from "@playwright/test";

type Requests = { open: Set<Request>; begun: number };
const contexts = new WeakMap<BrowserContext, Requests>();

/** Counts the requests of a context for `settled`. */
export function countRequests(context: BrowserContext) {
  const requests: Requests = { open: new Set(), begun: 0 };
  contexts.set(context, requests);
  context.on("request", (request) => {
    // A live stream never ends.
    if (request.url().includes("/api/events")) return;
    requests.begun += 1;
    requests.open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    context.on(end as "requestfinished", (request) => requests.open.delete(request));
}

/**
 * Waits until a page has received and shown all it asked for: no request is open, and none begins before the
 * page has no task left. `networkidle` of Playwright never comes while a live stream is open.
 */
export async function settled(page: Page) {
  const requests = contexts.get(page.context())!;
  await expect
    .poll(
      async () => {
        const { begun } = requests;
        await page.evaluate(idle);
        return requests.open.size === 0 && requests.begun === begun;
      },
      { intervals: [0] },
    )
    .toBe(true);
}

/** Runs in the page: two frames and all tasks that they left. A busy machine has no time that is idle. */
async function idle() {
  for (const _ of "ab") await new Promise(requestAnimationFrame);
  await scheduler.postTask(() => undefined, { priority: "background" });
}

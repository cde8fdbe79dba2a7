import type { Page } from "@playwright/test";

const QUIET_MS = 700;

/**
 * Waits until a page has sent and received nothing for a while. `networkidle` of Playwright never comes while
 * a live stream is open.
 */
export async function quiet(page: Page) {
  let last = Date.now();
  const note = () => {
    last = Date.now();
  };
  const events = ["request", "requestfinished", "requestfailed"] as const;
  for (const event of events) page.on(event as "request", note);
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(50);
  for (const event of events) page.off(event as "request", note);
}

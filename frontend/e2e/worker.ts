import { expect, type Page } from "@playwright/test";
import { settled } from "./settled.ts";

/** Opens an address, and again once the service worker answers for the page; waits until all of it is loaded. */
export async function openWithWorker(page: Page, address: string) {
  await page.goto(address);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      });
  });
  await expect.poll(() => keeps(page, "")).toBe(true);
  await page.goto(address);
  // Without a network, what is still being loaded would be missing.
  await settled(page);
}

/** Whether the worker keeps an answer whose address ends so; "" for the caches themselves. */
export async function keeps(page: Page, ending: string): Promise<boolean> {
  return page.evaluate(async (ending) => {
    const names = (await caches.keys()).filter((name) => /^member-|^visitor$/.test(name));
    if (!ending) return names.length > 0;
    for (const name of names)
      for (const { url } of await (await caches.open(name)).keys())
        if (url.endsWith(ending)) return true;
    return false;
  }, ending);
}

/** The caches of members. */
export function memberCaches(page: Page): Promise<string[]> {
  return page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith("member-")),
  );
}

import type { Browser } from "@playwright/test";
import { judged } from "./judge.ts";

/** The transfer size and layout shift of a first visit to home. */
export async function weights(browser: Browser, origin: string) {
  const rows = [];
  for (const width of [390, 1440]) {
    const { js, css, all, shift, turning } = await loadHome(browser, origin, width);
    rows.push({
      "home at": `${width} px`,
      "JavaScript, KiB": judged(js.toFixed(1), js <= 120),
      "CSS, KiB": judged(css.toFixed(1), css <= 20),
      "all, KiB": all.toFixed(1),
      "layout shift": judged(shift.toFixed(3), shift <= 0.01),
      "more JavaScript once a carousel is pointed at, KiB": turning.toFixed(1),
    });
  }
  console.table(rows);
}

async function loadHome(browser: Browser, origin: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const kinds = new Map<string, string>();
  const sizes = { Script: 0, Stylesheet: 0, all: 0 };
  network.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    sizes.all += encodedDataLength;
    if (kind === "Script" || kind === "Stylesheet") sizes[kind] += encodedDataLength;
  });
  await page.addInitScript(() => {
    const told = globalThis as unknown as { shift: number };
    told.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told.shift += (entry as unknown as Shift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(origin, { waitUntil: "networkidle" });
  const first = { ...sizes };
  await page.locator("main article").first().hover();
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  await page.close();
  const kib = (bytes: number) => bytes / 1024;
  return {
    js: kib(first.Script),
    css: kib(first.Stylesheet),
    all: kib(first.all),
    shift,
    turning: kib(sizes.Script - first.Script),
  };
}

type Shift = { value: number };

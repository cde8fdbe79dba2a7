import type { Browser } from "@playwright/test";

/** What a first visit to home takes over the wire in KiB, and how far its layout shifts. */
export async function loadHome(browser: Browser, origin: string, width: number) {
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
  const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
  await page.close();
  const kib = (bytes: number) => bytes / 1024;
  return { js: kib(sizes.Script), css: kib(sizes.Stylesheet), all: kib(sizes.all), shift };
}

type Shift = { value: number };

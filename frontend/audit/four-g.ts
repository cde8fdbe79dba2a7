import type { BrowserContext, Page } from "@playwright/test";

/**
 * The simulated 4G: 40 ms a round trip and 10 Mbit/s each way. It is the browser's own throttling
 * (`Network.emulateNetworkConditions`): each answer begins 40 ms later, and all share the rate.
 */
const FOUR_G = {
  offline: false,
  latency: 40,
  downloadThroughput: 10e6 / 8,
  uploadThroughput: 10e6 / 8,
};

/** A new page on 4G, with the processor slowed down by this factor. */
export async function openOnFourG(context: BrowserContext, slower = 1): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", FOUR_G);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return page;
}

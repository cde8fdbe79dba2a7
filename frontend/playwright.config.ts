import { defineConfig } from "@playwright/test";
import { launch } from "./e2e/browser.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: "test-results",
  // Each has a server and a browser for all of its tests, and waits for them half of the time.
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  // No test measures time: a busy machine may take as long as it needs.
  expect: { timeout: 30_000 },
  reporter: "line",
  use: {
    launchOptions: launch,
    actionTimeout: 30_000,
    // Pictures and copies of the document would each take a tenth of the suite's processor time.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
  },
});

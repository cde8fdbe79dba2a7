import { defineConfig } from "@playwright/test";
import { launch } from "./e2e/browser.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: "test-results",
  // Each has a server and a browser of its own, and waits for them half of the time.
  workers: 2,
  timeout: 60_000,
  // A busy machine can starve one test; the report calls a test flaky that passes the second time.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: { launchOptions: launch, actionTimeout: 15_000, trace: "retain-on-failure" },
});

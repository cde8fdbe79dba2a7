import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { launch } from "../e2e/browser.ts";
import { withDemo } from "./demo-server.ts";
import { quiet } from "../audit/quiet.ts";

/** The pictures of the README, of the demo community. */
const FOLDER = join(import.meta.dirname, "../../docs/screenshots");
const DEMO = { username: "mara.lindqvist", password: "postup-demo" };
const SIZE = { width: 1120, height: 700 };

await mkdir(FOLDER, { recursive: true });
await withDemo(async (origin) => {
  const browser = await chromium.launch(launch);
  try {
    await shoot(browser, origin, "light", "/", "home.png");
    await shoot(browser, origin, "dark", "/posts/120", "post.png");
  } finally {
    await browser.close();
  }
});

async function shoot(
  browser: Browser,
  baseURL: string,
  colorScheme: "light" | "dark",
  path: string,
  file: string,
) {
  const page = await browser.newPage({ baseURL, colorScheme, viewport: SIZE });
  await page.goto(`/login?next=${encodeURIComponent(path)}`);
  await page.getByLabel("Username").fill(DEMO.username);
  await page.getByLabel("Password").fill(DEMO.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await quiet(page);
  await page.screenshot({ path: join(FOLDER, file), animations: "disabled" });
  await page.close();
}

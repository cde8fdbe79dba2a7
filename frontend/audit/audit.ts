import { chromium } from "@playwright/test";
import { launch as launchChrome } from "chrome-launcher";
import lighthouse from "lighthouse";
import { launch } from "../e2e/browser.ts";
import { withDemo } from "../scripts/demo-server.ts";
import { loadHome } from "./weight.ts";

/** The least that each screen must reach, in Lighthouse's points of 100, as a phone. */
const FLOOR = { performance: 95, accessibility: 100, "best-practices": 95, seo: 95 };
const SCREENS = { home: "/", "a forum": "/forums/3", "a post": "/posts/120" };

let short = 0;
const judged = (text: string, good: boolean) => {
  if (!good) short += 1;
  return good ? text : `${text} (short)`;
};

await withDemo(async (origin) => {
  await scores(origin);
  await weights(origin);
});
process.exitCode = short === 0 ? 0 : 1;

async function scores(origin: string) {
  const chrome = await launchChrome({
    chromePath: launch.executablePath,
    chromeFlags: ["--headless", ...(launch.args ?? [])],
  });
  try {
    const rows = [];
    for (const [name, path] of Object.entries(SCREENS)) rows.push(await score(name, origin + path));
    console.table(rows);
  } finally {
    chrome.kill();
  }

  async function score(name: string, url: string) {
    const result = await lighthouse(url, { port: chrome.port, logLevel: "error" });
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
    const { audits, categories } = result.lhr;
    const points = Object.entries(FLOOR).map(([category, floor]) => {
      const reached = Math.round((categories[category]?.score ?? 0) * 100);
      return [category, judged(String(reached), reached >= floor)];
    });
    const seen = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];
    const times = seen.map((id) => [id, audits[id]?.displayValue]);
    const shift = audits["cumulative-layout-shift"]?.numericValue ?? 1;
    const failing = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
    console.log(`${name}: ${failing.map(({ id }) => id).join(", ") || "nothing to mend"}`);
    return {
      screen: name,
      ...Object.fromEntries([...points, ...times]),
      "layout shift": judged(shift.toFixed(3), shift <= 0.02),
    };
  }
}

async function weights(origin: string) {
  const browser = await chromium.launch(launch);
  try {
    const rows = [];
    for (const width of [390, 1440]) {
      const { js, css, all, shift } = await loadHome(browser, origin, width);
      rows.push({
        "home at": `${width} px`,
        "JavaScript, KiB": judged(js.toFixed(1), js <= 120),
        "CSS, KiB": judged(css.toFixed(1), css <= 20),
        "all, KiB": all.toFixed(1),
        "layout shift": judged(shift.toFixed(3), shift <= 0.02),
      });
    }
    console.table(rows);
  } finally {
    await browser.close();
  }
}

import { launch as launchChrome } from "chrome-launcher";
import lighthouse from "lighthouse";
import { launch } from "../e2e/browser.ts";
import { judged } from "./judge.ts";

/** The least points of 100 that Lighthouse must give each screen on a phone. */
const FLOOR = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const SCREENS = {
  home: "/",
  "a forum": "/forums/3",
  "a post": "/posts/120",
  "a profile": "/u/tomas_k",
};
const ATTEMPTS = 3;
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"];

export async function scores(origin: string) {
  const chrome = await launchChrome({
    chromePath: launch.executablePath,
    chromeFlags: ["--headless", ...(launch.args ?? [])],
  });
  try {
    const rows = [];
    for (const [name, path] of Object.entries(SCREENS))
      rows.push(await score(name, origin + path, chrome.port));
    console.table(rows);
  } finally {
    chrome.kill();
  }
}

/** Retries if Lighthouse itself failed, for example without a paint event. */
async function measure(url: string, port: number) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const result = await lighthouse(url, { port, logLevel: "error" });
    const isComplete =
      result &&
      !result.lhr.runtimeError &&
      Object.keys(FLOOR).every((id) => typeof result.lhr.categories[id]?.score === "number");
    if (isComplete) return result.lhr;
    const reason = result?.lhr.runtimeError?.message ?? "a category has no score";
    console.warn(`${url}, attempt ${attempt} of ${ATTEMPTS}: not measured: ${reason}`);
  }
  throw new Error(`Lighthouse could not measure ${url}`);
}

async function score(name: string, url: string, port: number) {
  const { audits, categories } = await measure(url, port);
  const points = Object.entries(FLOOR).map(([category, floor]) => {
    const reached = Math.round(Number(categories[category]?.score) * 100);
    return [category, judged(String(reached), reached >= floor)];
  });
  const times = TIMES.map((id) => [id, audits[id]?.displayValue]);
  const shift = audits["cumulative-layout-shift"]?.numericValue ?? 1;
  const failing = Object.values(audits).filter(({ score }) => score !== null && score < 0.9);
  console.log(`${name}: ${failing.map(({ id }) => id).join(", ") || "nothing to mend"}`);
  return {
    screen: name,
    ...Object.fromEntries([...points, ...times]),
    "layout shift": judged(shift.toFixed(3), shift <= 0.01),
  };
}

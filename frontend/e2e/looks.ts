import { readFileSync } from "node:fs";
import type { RunOptions } from "axe-core";
import type { Locator, Page } from "@playwright/test";

/** Minified, as the browser reads it in a third of the time. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
// Nothing here plays sound or turns with the device, for which axe would load all styles again.
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: false, selectors: false };
/** The rule of WCAG 2.2 that axe leaves off: what a finger presses is 24 px wide and high, or has room around it. */
const FOR_FINGERS: RunOptions = { ...OPTIONS, rules: { "target-size": { enabled: true } } };
/** The rules that look at colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

const WIDTHS = [320, 390, 839, 840, 1440];
const AXE_WIDTHS = new Set([390, 1440]);

/** Lists the findings of axe in both themes, and elements wider than the window. */
export async function faults(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(async () => {
      // Wide screens have a carousel instead of the list.
      for (const _ of "ab") await new Promise(requestAnimationFrame);
      return document.documentElement.scrollWidth - innerWidth;
    });
    if (wide > 0) found.push(`${screen}, ${width} px: ${wide} px too wide`);
    if (AXE_WIDTHS.has(width)) found.push(...(await axe(page, `${screen}, ${width} px`)));
  }
  return found;
}

/** The findings of axe at the current width: of all rules in the light theme, of colours also in the dark one. */
export async function axe(page: Page, screen: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const isPhone = (page.viewportSize()?.width ?? 0) < 840;
  return [
    ...(await findings(page, `${screen}, light`, "light", isPhone ? FOR_FINGERS : OPTIONS)),
    ...(await findings(page, `${screen}, dark`, "dark", { ...OPTIONS, runOnly: COLOURS })),
  ];
}

async function findings(
  page: Page,
  screen: string,
  colorScheme: "light" | "dark",
  options: RunOptions,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const found = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // What a bar covers can be scrolled from under it.
        .filter((node) => id !== "target-size" || !node.failureSummary?.includes("obscured"))
        .map(({ html, failureSummary }) => `${id}\n${html}\n${failureSummary}`),
    );
  }, options);
  return found.map((finding) => `${screen}: ${finding}`);
}

/** The links and buttons of a row that begin before the one in front of them ends. */
export function overlapping(row: Locator): Promise<string[]> {
  return row.evaluate((row) => {
    const boxes = [...row.querySelectorAll("a, button")]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .toSorted((one, other) => one.box.left - other.box.left);
    return boxes
      .filter(({ box }, at) => at > 0 && box.left < boxes[at - 1]!.box.right - 1)
      .map(({ part }) => part.textContent || part.ariaLabel || part.outerHTML);
  });
}

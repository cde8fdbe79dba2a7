import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

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

/** The findings of axe in both themes at the current width. */
export async function axe(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Without frames, the legacy mode finds the same in half the time.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .options({ resultTypes: ["violations"] })
      .analyze();
    for (const { id, nodes } of violations)
      for (const { html, failureSummary } of nodes)
        found.push(`${screen}, ${colorScheme}: ${id}\n${html}\n${failureSummary}`);
  }
  return found;
}

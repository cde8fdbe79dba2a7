import { expect, type Page } from "@playwright/test";
import { test } from "./forum.ts";

for (const language of ["de", "es", "fr", "pt-BR", "ja", "ar"])
  test(`placeholders fit a phone: ${language}`, async ({ visit, admin, world: { bob, post } }) => {
    const page = await visit(admin, { viewport: { width: 390, height: 844 } });
    await page.addInitScript((code) => localStorage.setItem("language", code), language);
    for (const path of [
      "/search?q=tomatoes",
      "/forums?keyword=garden",
      "/modlog?user=mallory",
      "/users/admin",
      `/posts/${post.id}`,
      `/messages/${bob.id}`,
    ]) {
      await page.goto(path);
      await page.locator("[placeholder]:visible").first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      expect(await cutPlaceholders(page), path).toEqual([]);
    }
  });

/** Visible placeholders that are wider than their field. */
function cutPlaceholders(page: Page): Promise<string[]> {
  return page.locator("[placeholder]:visible").evaluateAll((fields) => {
    const pen = document.createElement("canvas").getContext("2d")!;
    const isCut = (field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return pen.measureText(field.placeholder).width > room;
    };
    return (fields as HTMLInputElement[]).filter(isCut).map(({ placeholder }) => placeholder);
  });
}

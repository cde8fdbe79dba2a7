import { expect, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import { ROUTES } from "./routes.ts";
import { settled } from "./settled.ts";

const WIDTHS = [1440, 390];

/*
 * Screens in the pseudo-locale, right to left: text without accents is outside the catalogs. Members' own text has
 * `dir="auto"`; times and keys have their own elements.
 */
for (const [name, { path, auth }] of Object.entries(ROUTES))
  for (const who of auth ? ["an admin"] : ["a visitor", "an admin"]) {
    test(`all words come from the catalogs: ${name} of ${who}`, async ({ visit, admin, world }) => {
      const page = await visit(who === "an admin" ? admin : undefined);
      await page.addInitScript(() => localStorage.setItem("language", "ar-XB"));
      await page.goto(path(world));
      await page.locator("main h1").waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect(await plainWords(page)).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `too wide at ${width} px`).toBeLessThanOrEqual(0);
      }
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    });
  }

test("menus and dialogs of the frame come from the catalogs", async ({ visit, admin }) => {
  const page = await visit(admin);
  await page.addInitScript(() => localStorage.setItem("language", "ar-XB"));
  await page.goto("/forums");
  await page.locator("main h1").waitFor();
  await page.locator("nav button[aria-describedby]").click();
  expect(await plainWords(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  expect(await plainWords(page)).toEqual([]);
});

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

/** Visible words without accents, also in attributes that screen readers read. */
function plainWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FOREIGN =
      '[dir="auto"], bdi, time, kbd, code, [lang]:not(html), svg, script, style, [aria-hidden="true"]';
    // Brands and addresses.
    const BRANDS =
      /POST-UP|Facebook|LinkedIn|Messenger|Pinterest|Quora|Reddit|Skype|Tumblr|Whatsapp|https?:\S*/g;
    const isPlain = (text: string | null) =>
      text !== null && /[a-z]{2}/i.test(text.replace(BRANDS, "")) && !/[\u00c0-\u1eff]/.test(text);
    const isShown = (element: Element | null): element is Element =>
      !!element?.checkVisibility({ visibilityProperty: true }) && !element.closest(FOREIGN);
    const words: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (isPlain(textContent) && isShown(parentElement)) words.push(textContent!.trim());
    }
    for (const name of ["aria-label", "aria-roledescription", "placeholder", "title", "alt"])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (isPlain(element.getAttribute(name)) && isShown(element))
          words.push(`${name}: ${element.getAttribute(name)}`);
    return words;
  });
}

import { expect, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import { ROUTES } from "./routes.ts";
import { quiet } from "./quiet.ts";

const WIDTHS = [390, 1440];

/**
 * Opens every screen in the pseudo-locale, right to left: text without accents is outside the catalogs. Members'
 * own text has `dir="auto"`; times and keys have their own elements.
 */
for (const who of ["a visitor", "an admin"] as const)
  test(`all words of ${who}'s screens come from the catalogs`, async ({ visit, admin, world }) => {
    test.setTimeout(240_000);
    const page = await visit(who === "an admin" ? admin : undefined);
    await page.addInitScript(() => localStorage.setItem("language", "ar-XB"));
    const found = new Set<string>();
    for (const [name, { path, auth }] of Object.entries(ROUTES)) {
      if (auth && who === "a visitor") continue;
      // This screen signs the admin out.
      if (name === "/logout") continue;
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path(world));
        await page.locator("main h1").waitFor();
        await quiet(page);
        for (const words of await plainWords(page)) found.add(`${name}: ${words}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) found.add(`${name}: ${wide} px too wide at ${width} px`);
      }
    }
    expect([...found].join("\n")).toBe("");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  });

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

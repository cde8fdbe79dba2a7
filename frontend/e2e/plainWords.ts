import type { Page } from "@playwright/test";

/** Visible words without accents, also in attributes that screen readers read. */
export function plainWords(page: Page): Promise<string[]> {
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

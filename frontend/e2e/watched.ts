import type { Browser, BrowserContext, Page } from "@playwright/test";
import { kept, type Account } from "./api.ts";
import { countRequests } from "./settled.ts";

/** A browser that records every effect of a payload. */
export async function watched(
  browser: Browser,
  origin: string,
  who: Account | undefined,
  own: boolean,
) {
  const context = await browser.newContext({
    baseURL: origin,
    bypassCSP: own,
    storageState: { cookies: [], origins: who ? [{ origin, localStorage: kept(who) }] : [] },
  });
  countRequests(context);
  const noise: string[] = [];
  await context.exposeFunction("xss", () => noise.push("a string ran"));
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("securitypolicyviolation", violatedDirective, blockedURI),
    ),
  );
  context.on("console", (line) => {
    if (line.text().startsWith("securitypolicyviolation")) noise.push(line.text());
  });
  context.on("dialog", (dialog) => {
    noise.push(`a dialog says ${dialog.message()}`);
    // Only one of several dialogs is shown at a time.
    dialog.dismiss().catch(() => undefined);
  });
  context.on("page", (page) => {
    page.on("popup", (popup) => noise.push(`a window opened at ${popup.url()}`));
    page.on("download", (file) => noise.push(`a download of ${file.url()}`));
  });
  await answerElsewhere(context, origin, noise);
  return { context, noise };
}

/** Only pictures may be requested from other hosts. */
async function answerElsewhere(context: BrowserContext, origin: string, noise: string[]) {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.xss()"><script>parent.xss()</script></svg>`;
  await context.route(
    (url) => url.origin !== origin && url.protocol.startsWith("http"),
    (route, request) => {
      if (request.resourceType() !== "image") noise.push(`asked ${request.url()}`);
      return route.fulfill({ contentType: "image/svg+xml", body });
    },
  );
}

/** Elements and URLs that no screen has without a payload. */
export async function strangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll("*")].map(({ localName }) => localName);
    const foreign = new Set([
      "iframe",
      "object",
      "embed",
      "base",
      "video",
      "audio",
      "marquee",
      "math",
      "x-y",
      "template",
    ]);
    const handlers = [...document.querySelectorAll("*")].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith("on") || name === "srcdoc"),
    );
    const addresses = [...document.querySelectorAll("[href], [src], [action], [formaction]")]
      .flatMap((element) =>
        ["href", "src", "action", "formaction"].map((a) => element.getAttribute(a)),
      )
      .filter((address) => address !== null)
      .filter((address) => !/^https?:$/.test(new URL(address, document.baseURI).protocol));
    return [...names.filter((name) => foreign.has(name)), ...handlers, ...addresses];
  });
}

import type { Locator, Page } from "@playwright/test";
import type { World } from "./world.ts";

export type Screen = {
  name: string;
  path: (world: World) => string | Promise<string>;
  /** Steps after opening the URL. */
  open?: (page: Page) => Promise<void>;
  shows: (page: Page) => Locator;
};

export const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click();
export const heading = (name: string) => (page: Page) =>
  page.getByRole("heading", { name, level: 1 });
export const button = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first();
export const dialog = (page: Page) => page.getByRole("dialog");
export const link = (name: string) => (page: Page) => page.getByRole("link", { name }).first();
export const trending = (page: Page) =>
  page.getByRole("region", { name: "Trending Now" }).getByRole("link").first();

/** Lets the site send mail, which the forum of these screens does not, and shows the screen again. */
export async function offerMail(page: Page, email: object = {}) {
  await page.route("**/api/site", async (route) => {
    const answer = await route.fetch();
    const site = (await answer.json()) as object;
    await route.fulfill({
      json: { ...site, signIn: { passkeys: false, providers: [], mail: true } },
    });
  });
  const none = { email: null, confirmed: false, pending: null, switchedOff: false };
  await page.route("**/api/user/*/email", (route) =>
    route.fulfill({ json: { ...none, ...email } }),
  );
  await page.reload();
}

/** Lets the site offer a provider to sign in at, which the forum of these screens has not, and shows the screen again. */
export async function offerProvider(page: Page, identities: object[] = []) {
  await page.route("**/api/site", async (route) => {
    const answer = await route.fetch();
    const site = (await answer.json()) as object;
    await route.fulfill({
      json: {
        ...site,
        signIn: { passkeys: true, providers: [{ id: "work", name: "Work" }], mail: false },
      },
    });
  });
  await page.route("**/api/user/*/identities", (route) => route.fulfill({ json: identities }));
  await page.reload();
}

import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { kept, logIn, register, type Account } from "./api.ts";
import { ADMIN, startServer } from "./server.ts";
import { countRequests } from "./settled.ts";
import { settle, type World } from "./world.ts";

type Visit = (who?: Account, options?: BrowserContextOptions) => Promise<Page>;
type Shared = {
  origin: string;
  admin: Account;
  join: (username: string) => Promise<Account>;
  world: World;
};

/**
 * `visit` opens a browser context, signed in or not. It must log no error, violate no Content-Security-Policy
 * and send no request to another host.
 */
export const test = base.extend<{ visit: Visit }, Shared>({
  origin: [
    async ({}, provide) => {
      const { origin, stop } = await startServer();
      await provide(origin);
      stop();
    },
    { scope: "worker" },
  ],
  admin: [async ({ origin }, provide) => provide(await logIn(origin, ADMIN)), { scope: "worker" }],
  join: [
    async ({ origin }, provide) => provide((username) => register(origin, username)),
    { scope: "worker" },
  ],
  world: [
    async ({ admin, join }, provide) => provide(await settle(admin, join)),
    { scope: "worker" },
  ],
  visit: async ({ browser, origin }, provide) => {
    const contexts: BrowserContext[] = [];
    const noise: string[] = [];
    await provide(async (who, options) => {
      const context = await browser.newContext({
        baseURL: origin,
        storageState: { cookies: [], origins: who ? [{ origin, localStorage: kept(who) }] : [] },
        ...options,
      });
      contexts.push(context);
      countRequests(context);
      await listen(context, options?.baseURL ?? origin, noise);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
    expect(noise).toEqual([]);
  },
});

async function listen(context: BrowserContext, origin: string, noise: string[]) {
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("securitypolicyviolation", violatedDirective, blockedURI),
    ),
  );
  context.on("console", (line) => {
    // The browser logs refused requests itself.
    if (line.text().startsWith("Failed to load resource")) return;
    // Playwright says so where a test has asked for it.
    if (line.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(line.type())) noise.push(line.text());
  });
  context.on("weberror", (error) => noise.push(String(error.error())));
  context.on("request", (request) => {
    // A picture that only its uploader sees yet is shown from memory.
    const url = request.url().replace(/^blob:/, "");
    if (!url.startsWith(origin)) noise.push(`asked ${request.url()}`);
  });
}

export async function signIn(page: Page, { username, password }: typeof ADMIN) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Confirms the dialog. */
export async function confirm(page: Page, question: string, action: string) {
  const dialog = page.getByRole("dialog", { name: question });
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toBeHidden();
}

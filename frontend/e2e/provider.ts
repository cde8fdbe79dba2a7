import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Provider } from "oidc-provider";
import { freePort, startServer } from "./server.ts";

const CLIENT = { client_id: "forum", client_secret: "not so secret" };

/** Starts a forum whose members may sign in at a provider, and that provider, which takes any name and password. */
export async function startWithProvider(settings: Record<string, string> = {}) {
  const port = await freePort();
  // Another host than that of the forum: cookies go the way that they go between two sites.
  const issuer = `http://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "postup-oidc-"));
  const file = join(folder, "oidc.toml");
  const { client_id, client_secret } = CLIENT;
  const lines = { id: "club", name: "Work", issuer, client_id, client_secret };
  const written = Object.entries(lines).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
  );
  writeFileSync(file, ["[[provider]]", ...written].join("\n"));
  const forum = await startServer({ POSTUP_OIDC_FILE: file, ...settings });
  const provider = await listen(port, issuer, forum.origin);
  const stopProvider = () => provider.closeAllConnections() ?? provider.close();
  const stop = () => {
    stopProvider();
    forum.stop();
    rmSync(folder, { recursive: true });
  };
  return { origin: forum.origin, issuer, stop, stopProvider };
}

async function listen(port: number, issuer: string, forum: string): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${forum}/login/oidc/club/callback`] }],
    claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email"] },
    // In the ID token, too.
    conformIdTokenClaims: false,
    cookies: { keys: ["any"] },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, preferred_username: accountId }),
    }),
    features: { devInteractions: { enabled: true } },
  });
  return new Promise((resolve) => {
    const server = provider.listen(port, "localhost", () => resolve(server));
  });
}

/** Signs in at the provider and lets the forum know of it. */
export async function approve(page: Page, login: string) {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).not.toHaveURL(/localhost/);
}

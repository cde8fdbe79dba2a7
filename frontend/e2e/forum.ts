import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base, type Page } from "@playwright/test";

export const ADMIN = { username: "admin", password: "correct horse battery" };
const PASSWORD = "correct horse";

/** The real binary on a fresh SQLite file, one for each worker. */
export const test = base.extend<object, { origin: string }>({
  origin: [
    async ({}, provide) => {
      const binary = process.env.POSTUP_BINARY;
      if (!binary)
        throw new Error("POSTUP_BINARY must name the server, such as ../target/release/postup");
      const folder = mkdtempSync(join(tmpdir(), "postup-e2e-"));
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const server = spawn(binary, ["serve"], {
        cwd: folder,
        stdio: "ignore",
        env: {
          POSTUP_BIND: `127.0.0.1:${port}`,
          POSTUP_METRICS_BIND: "127.0.0.1:0",
          POSTUP_DATABASE_URL: `sqlite://${join(folder, "e2e.db")}`,
          POSTUP_ADMIN_USERNAME: ADMIN.username,
          POSTUP_ADMIN_PASSWORD: ADMIN.password,
          POSTUP_RATE_LIMIT: "off",
        },
      });
      await ready(origin);
      await provide(origin);
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ origin }, provide) => provide(origin),
});

/** An account made over the wire; the screens of registration have a test of their own. */
export async function member(origin: string, username: string) {
  const body = { username, password: PASSWORD, confirmPassword: PASSWORD, user_image: "" };
  const answer = await fetch(`${origin}/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 201) throw new Error(`registering ${username}: ${answer.status}`);
  return { username, password: PASSWORD, ...((await answer.json()) as { id: number }) };
}

export async function signIn(page: Page, { username, password }: typeof ADMIN) {
  await page.goto("/login");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
}

export async function createForum(page: Page, title: string) {
  await page.goto("/forums/create");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill(`All about ${title}`);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Forum created successfully.")).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function ready(origin: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the server did not become ready in 20 s");
}

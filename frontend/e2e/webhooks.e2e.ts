import { expect, test } from "@playwright/test";
import { kept, logIn } from "./api.ts";
import { startReceiver } from "./receiver.ts";
import { ADMIN, startServer } from "./server.ts";

test("an admin connects a program and sees what it was sent", async ({ browser }) => {
  const receiver = await startReceiver();
  const { origin, stop } = await startServer({
    SSL_CERT_FILE: receiver.certificate,
    POSTUP_OUTBOUND_ALLOW: "127.0.0.0/8",
  });
  const admin = await logIn(origin, ADMIN);
  const signedIn = { cookies: [], origins: [{ origin, localStorage: kept(admin) }] };
  const page = await (await browser.newContext({ storageState: signedIn })).newPage();
  await page.goto(`${origin}/users/admin`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("checkbox", { name: "New post" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Secret")).toHaveValue(/^whsec_[\w+/]{43}=$/);

  await page.getByRole("button", { name: "Send a ping" }).click();
  const rows = page.getByRole("table", { name: "Recent deliveries" }).getByRole("row");
  await expect(rows.filter({ hasText: "Ping" }).filter({ hasText: "Delivered" })).toHaveCount(2);
  expect(receiver.received.map(({ type }) => type)).toEqual(["ping", "ping"]);

  await page.getByRole("button", { name: "Send Ping again" }).first().click();
  await expect(rows.filter({ hasText: "2 tries" })).toHaveCount(1);
  await page.reload();
  await expect(page.getByText(receiver.url)).toBeVisible();
  await expect(page.getByLabel("Secret")).toHaveCount(0);
  stop();
  receiver.stop();
});

import { expect, test } from "@playwright/test";
import { kept, register } from "./api.ts";
import { startWithMail } from "./mailbox.ts";

test("who forgot the password gets a link to a new one", async ({ browser }) => {
  const { origin, stop, link } = await startWithMail();
  const linkTo = async (to: string, before?: string) => {
    await expect.poll(() => link(to)).not.toBe(before);
    return link(to) ?? "";
  };
  const fay = await register(origin, "fay");
  const signedIn = { cookies: [], origins: [{ origin, localStorage: kept(fay) }] };
  const page = await (await browser.newContext({ storageState: signedIn })).newPage();
  await page.goto(`${origin}/settings/notifications`);
  const card = page.getByRole("region", { name: "E-mail address" });
  await card.getByRole("button", { name: "Add an address" }).click();
  const dialog = page.getByRole("dialog", { name: "E-mail address" });
  await dialog.getByLabel("E-mail address").fill("fay@mail.example");
  await dialog.getByLabel("Your password").fill(fay.password);
  await dialog.getByRole("button", { name: "Send link" }).click();
  await expect(card.getByText("Not confirmed yet: open the link in the mail.")).toBeVisible();
  const confirmation = await linkTo("fay@mail.example");
  await page.goto(origin + confirmation);
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page.getByText("fay@mail.example is confirmed.")).toBeVisible();
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(card.getByText("Confirmed", { exact: true })).toBeVisible();

  // On another device.
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(`${origin}/login`);
  await phone.getByRole("link", { name: "Forgot your password?" }).click();
  await phone.getByLabel("Username or e-mail address").fill("Fay@mail.example");
  await phone.getByRole("button", { name: "Send link" }).click();
  await expect(phone.getByRole("status")).toContainText("a link is on its way");
  const reset = await linkTo("fay@mail.example", confirmation);
  await phone.goto(origin + reset);
  await phone.getByLabel("New password").fill("quite another horse");
  await phone.getByLabel("Confirm password").fill("quite another horse");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone.getByText("Your password is set. Sign in with it.")).toBeVisible();
  await phone.getByLabel("Username").fill("fay");
  await phone.getByLabel("Password", { exact: true }).fill("quite another horse");
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expect(phone.getByRole("dialog", { name: "Welcome, fay!" })).toBeVisible();

  // The link has ended, and so has the session of the first device.
  await phone.goto(origin + reset);
  await phone.getByLabel("New password").fill("one more horse");
  await phone.getByLabel("Confirm password").fill("one more horse");
  await phone.getByRole("button", { name: "Set password" }).click();
  await expect(phone.getByRole("alert")).toContainText("This link does not work any more");
  await page.goto(`${origin}/settings/notifications`);
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  stop();
});

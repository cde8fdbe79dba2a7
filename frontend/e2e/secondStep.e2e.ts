import { expect, type Page } from "@playwright/test";
import { signIn, test } from "./forum.ts";
import { protect, totp } from "./totp.ts";

async function sendCode(page: Page, code: string) {
  await page.getByLabel(/^(Code|Recovery code)$/).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a second step is set up, asked for and turned off", async ({ visit, join }) => {
  const tova = await join("tova");
  const page = await visit(tova);
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Second step" });
  await card.getByRole("button", { name: "Set up…" }).click();
  await card.getByLabel("Your password").fill(tova.password);
  await card.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByRole("img", { name: "QR code of the key" })).toBeVisible();
  const secret = ((await card.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await card.getByLabel("Code", { exact: true }).fill("12345");
  await card.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Couldn't turn on the second step.");
  await card.getByLabel("Code", { exact: true }).fill(totp(secret));
  await card.getByRole("button", { name: "Turn on" }).click();
  const codes = card.getByRole("group", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recoveryCode = ""] = await codes.allTextContents();
  await card.getByRole("checkbox", { name: "I saved them" }).check();
  await card.getByRole("button", { name: "Done" }).click();
  await expect(card.getByText(/^On since/)).toBeVisible();

  const other = await visit();
  await other.goto("/login?next=/messages");
  await signIn(other, tova);
  await expect(other.getByRole("heading", { name: "One more step" })).toBeVisible();
  await sendCode(other, "000000");
  await expect(other.getByRole("alert")).toContainText("Couldn't sign you in.");
  await sendCode(other, totp(secret, 1));
  await other.getByRole("dialog", { name: "Welcome, tova!" }).getByRole("button").click();
  await expect(other.getByRole("heading", { name: "Messages" })).toBeVisible();

  await card.getByRole("button", { name: "Turn off…" }).click();
  await card.getByLabel("Your password").fill(tova.password);
  await card.getByRole("button", { name: "Use a recovery code" }).click();
  await card.getByLabel("Recovery code").fill(recoveryCode);
  await card.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("status")).toHaveText("The second step is off.");
  await expect(card.getByRole("button", { name: "Set up…" })).toBeVisible();
});

test("who lost the app signs in with a recovery code", async ({ visit, join }) => {
  const ulf = await join("ulf");
  const { recoveryCodes } = await protect(ulf);
  const page = await visit();
  await page.goto("/login");
  await signIn(page, ulf);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await sendCode(page, (recoveryCodes[0] ?? "").toLowerCase());
  await expect(page.getByRole("dialog", { name: "Welcome, ulf!" })).toBeVisible();
});

test("the second step without the first asks for the name", async ({ visit }) => {
  const page = await visit();
  await page.goto("/login/second-step?next=/messages");
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages$/);
});

import { expect, type Page } from "@playwright/test";
import { kept, type Account } from "./api.ts";
import { confirm, test } from "./forum.ts";
import { protect } from "./totp.ts";

/** Opens the forum under a name, which passkeys need, on a device that keeps some and verifies its user. */
async function device(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const allow = (enabled: boolean) =>
    devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  const verify = (isUserVerified: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { allow, verify };
}

const named = (origin: string, who?: Account) => {
  const baseURL = origin.replace("127.0.0.1", "localhost");
  const origins = who ? [{ origin: baseURL, localStorage: kept(who) }] : [];
  return { baseURL, storageState: { cookies: [], origins } };
};

async function add(page: Page, { password }: Account, name: string, code?: string) {
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name of the passkey").fill(name);
  await dialog.getByLabel("Your password").fill(password);
  if (code) {
    await dialog.getByRole("button", { name: "Use a recovery code" }).click();
    await dialog.getByLabel("Recovery code").fill(code);
  }
  await dialog.getByRole("button", { name: "Continue" }).click();
  return dialog;
}

async function signOut(page: Page) {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).click();
}

/** Marks the page once it has asked the browser for a passkey: what is asked while a device answers is answered at once. */
const markAsked = (page: Page) =>
  page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const asked = get(options);
      document.documentElement.dataset.asked = "passkey";
      return asked;
    };
  });

test("a passkey is added, signs in, and is renamed and removed", async ({
  visit,
  join,
  origin,
}) => {
  const petra = await join("petra");
  const { recoveryCodes } = await protect(petra);
  const page = await visit(petra, named(origin, petra));
  const { allow, verify } = await device(page);
  await markAsked(page);
  const asked = page.locator("html[data-asked]");
  await page.goto("/settings/security");
  await verify(false);
  const dialog = await add(page, petra, "Laptop", recoveryCodes[0]);
  await expect(dialog.getByRole("alert")).toContainText("It was cancelled or took too long.");
  await verify(true);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const card = page.getByRole("region", { name: "Passkeys" });
  await expect(card.getByRole("listitem")).toContainText("LaptopAdded on");
  await expect(card.getByRole("listitem")).toContainText("Never used");
  const again = await add(page, petra, "Laptop once more", recoveryCodes[1]);
  await expect(again.getByRole("alert")).toContainText("This device has a passkey");
  await again.getByRole("button", { name: "Cancel" }).click();

  // It is not picked before the button is pressed.
  await allow(false);
  await signOut(page);
  await page.goto("/login?next=/messages");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await expect(asked).toBeAttached();
  await allow(true);
  await button.click();
  const welcome = page.getByRole("dialog", { name: "Welcome, petra!" });
  await welcome.getByRole("button").click();
  await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();

  await page.goto("/settings/security");
  await expect(card.getByRole("listitem")).toContainText("Last used a few seconds ago");
  await expect(page.getByRole("list", { name: "Sessions" })).toContainText("with a passkey");
  await card.getByRole("button", { name: "Rename Laptop" }).click();
  const rename = page.getByRole("dialog", { name: "Rename the passkey" });
  await rename.getByLabel("Name of the passkey").fill("Old laptop");
  await rename.getByRole("button", { name: "Save" }).click();
  await expect(card.getByRole("heading", { name: "Old laptop" })).toBeVisible();
  await card.getByRole("button", { name: "Remove Old laptop" }).click();
  await confirm(page, "Remove the passkey “Old laptop”?", "Remove");
  await expect(card.getByRole("listitem")).toHaveCount(0);

  await allow(false);
  await signOut(page);
  await expect(asked).toBeAttached();
  await allow(true);
  await button.click();
  await expect(page.getByRole("alert")).toContainText("This passkey was not accepted.");
});

test("a passkey is offered where the browser fills in the name", async ({
  visit,
  join,
  origin,
}) => {
  const quirin = await join("quirin");
  const page = await visit(quirin, named(origin, quirin));
  await device(page);
  await page.goto("/settings/security");
  await add(page, quirin, "Laptop");
  await expect(page.getByRole("region", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
  // The screen to sign in follows, and the device of the test picks it at once.
  await signOut(page);
  await expect(page.getByRole("dialog", { name: "Welcome, quirin!" })).toBeVisible();
});

test("at an address without a name nothing speaks of passkeys", async ({ visit, join }) => {
  const page = await visit(await join("rolf"));
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Passkeys" });
  await expect(card).toContainText("This browser makes no passkeys at this address.");
  const visitor = await visit();
  await visitor.goto("/login");
  await expect(visitor.getByRole("link", { name: "Create an account" })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Sign in with a passkey" })).toBeHidden();
});

import { expect, type Page } from "@playwright/test";
import { confirm, signIn, test } from "./forum.ts";
import { startServer } from "./server.ts";

/** The codes on the screen. */
const codes = (page: Page) =>
  page.getByRole("group", { name: "Recovery codes" }).getByRole("listitem").allTextContents();

async function fillRegistration(page: Page, username: string) {
  // The previous screen has a username field too, and stays until this one is loaded.
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
}

async function recover(page: Page, username: string, code: string, password: string) {
  await page.goto("/login/recovery");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Recovery code").fill(code);
  await page.getByLabel("New password").fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
}

test("a code that came with the account sets a new password, once", async ({ visit }) => {
  const page = await visit();
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await fillRegistration(page, "rhea");
  await page.getByRole("checkbox", { name: "Generate recovery codes" }).check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("group", { name: "Recovery codes" })).toBeFocused();
  const [first = ""] = await codes(page);

  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without your recovery codes?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(first)).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await page.getByRole("button", { name: "I've saved my codes, sign in" }).click();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();

  await recover(page, "rhea", first.toLowerCase(), "battery staple");
  await expect(page.getByRole("dialog", { name: "Welcome, rhea!" })).toBeVisible();
  const other = await visit();
  await recover(other, "rhea", first, "tomato compost");
  await expect(other.getByRole("alert")).toContainText(
    "This recovery code is invalid or already used.",
  );
  await other.goto("/login");
  await signIn(other, { username: "rhea", password: "battery staple" });
  await expect(other.getByRole("dialog", { name: "Welcome, rhea!" })).toBeVisible();
});

test("new codes need the password and replace the old ones", async ({ visit, join }) => {
  const sol = await join("sol");
  const page = await visit(sol);
  const make = async (password: string) => {
    await page.goto("/password");
    await page.getByLabel("Your password").fill(password);
    await page.getByRole("button", { name: "Generate new codes" }).click();
  };
  await make("wrong horse");
  await expect(page.getByRole("alert").first()).toContainText("Couldn't generate recovery codes.");
  await page.getByLabel("Your password").fill(sol.password);
  await page.getByRole("button", { name: "Generate new codes" }).click();
  await expect(page.getByRole("group", { name: "Recovery codes" })).toBeFocused();
  await expect(page.getByRole("alert")).toBeHidden();
  const [old = ""] = await codes(page);
  await make(sol.password);
  await expect(page.getByRole("group", { name: "Recovery codes" })).toBeFocused();
  const [code = ""] = await codes(page);
  expect(code).not.toBe(old);

  const other = await visit();
  await recover(other, "sol", old, "battery staple");
  await expect(other.getByRole("alert")).toContainText(
    "This recovery code is invalid or already used.",
  );
  await recover(other, "sol", code, "battery staple");
  await expect(other.getByRole("dialog", { name: "Welcome, sol!" })).toBeVisible();
});

test("one of two devices signs the other out, which then asks to sign in", async ({
  visit,
  join,
}) => {
  const tia = await join("tia");
  const [page, other] = [await visit(), await visit()];
  for (const one of [page, other]) {
    await one.goto("/login?next=/settings/security");
    await signIn(one, tia);
    await one.getByRole("dialog", { name: "Welcome, tia!" }).getByRole("button").click();
    await expect(one.getByRole("list", { name: "Sessions" })).toBeVisible();
  }
  await page.reload();
  const list = page.getByRole("list", { name: "Sessions" });
  const sessions = list.getByRole("listitem");
  await expect(sessions.first()).toContainText("Chrome on Linux");
  await expect(sessions.first()).toContainText("This device");
  await expect(sessions.first()).toContainText("Network 127.0.0.0/24");
  await expect(sessions.first().getByRole("button")).toHaveCount(0);
  // Joining opened a session, too, which no browser uses.
  await expect(sessions).toHaveCount(3);
  await sessions.filter({ hasText: "Chrome on Linux" }).getByRole("button").click();
  await expect(page.getByRole("status")).toHaveText("The device is signed out.");
  await expect(sessions).toHaveCount(2);
  // Its stream ends, so that it asks without a click.
  await expect(other.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await page.reload();
  await expect(sessions).toHaveCount(2);
});

test("signing out all others ends other devices and not this one", async ({ visit, join }) => {
  const ulla = await join("ulla");
  const [page, other] = [await visit(ulla), await visit()];
  await other.goto("/login?next=/messages");
  await signIn(other, ulla);
  await other.getByRole("dialog", { name: "Welcome, ulla!" }).getByRole("button").click();
  await expect(other.getByRole("heading", { name: "Messages" })).toBeVisible();
  await page.goto("/password");
  await page.getByRole("button", { name: "Sign out all others" }).click();
  await confirm(page, "Sign out all other devices?", "Sign out");
  await expect(page.getByRole("status")).toHaveText("All other devices are signed out.");
  await expect(page.getByText("You are signed in on this device only.")).toBeVisible();
  await page.goto("/messages");
  await expect(page.getByText("Wow, such empty!")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
});

test("the browser solves a proof of work before it registers", async ({ visit }) => {
  const { origin, stop } = await startServer({ POSTUP_REGISTRATION_WORK: "8" });
  try {
    const page = await visit(undefined, { baseURL: origin });
    await page.goto("/register");
    await fillRegistration(page, "una");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("status")).toHaveText("Thank you for registering, please sign in.");
    expect((await sent).postDataJSON()).toMatchObject({ solution: expect.stringMatching(/^\d+$/) });
  } finally {
    stop();
  }
});

import { expect, test as base, type Page } from "@playwright/test";
import { kept, logIn, register } from "./api.ts";
import { confirm } from "./forum.ts";
import { approve, startWithProvider } from "./provider.ts";
import { ADMIN } from "./server.ts";

type Forum = Awaited<ReturnType<typeof startWithProvider>>;

const test = base.extend<{ forum: Forum }>({
  forum: async ({}, provide) => {
    const forum = await startWithProvider();
    await provide(forum);
    forum.stop();
  },
});

/** Follows the button of the sign-in screen. */
async function choose(page: Page, origin: string, next = "") {
  await page.goto(`${origin}/login${next}`);
  await page.getByRole("link", { name: "Continue with Work" }).click();
}

async function signOut(page: Page, origin: string) {
  await page.goto(`${origin}/logout`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
}

const section = (page: Page) => page.getByRole("region", { name: "Connected sign-ins" });

test("who is new chooses a name, and is signed in from then on", async ({ forum, page }) => {
  await choose(page, forum.origin, "?next=/saved");
  await approve(page, "olga@work.example");
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  const name = page.getByLabel("Username");
  await expect(name).toHaveValue("olga");
  await name.fill("admin");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This name is reserved. Please choose another one.")).toBeVisible();
  await name.fill("olga");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("dialog", { name: "Welcome, olga!" }).getByRole("button").first().click();
  await expect(page).toHaveURL(`${forum.origin}/saved`);

  await signOut(page, forum.origin);
  await choose(page, forum.origin);
  await expect(page.getByRole("dialog", { name: "Welcome, olga!" })).toBeVisible();

  // No password, but a sign-in of a moment ago.
  await page.goto(`${forum.origin}/settings/security`);
  const first = page.getByRole("region", { name: "Set a password" });
  await expect(first.getByText("Your account has no password.")).toBeVisible();
  await section(page).getByRole("button", { name: "Remove Work" }).click();
  await confirm(page, "Stop signing in with Work?", "Remove");
  await expect(page.getByRole("alert")).toContainText("Set a password or connect another sign-in");
  await first.getByLabel("New password").fill("correct horse");
  await first.getByLabel("Confirm password").fill("correct horse");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await page.goto(`${forum.origin}/settings/security`);
  await expect(page.getByRole("region", { name: "Change password" })).toBeVisible();
});

test("a sign-in is connected to an account, signs in and is removed", async ({
  forum,
  browser,
}) => {
  const { origin } = forum;
  const pia = await register(origin, "pia");
  const signedIn = { cookies: [], origins: [{ origin, localStorage: kept(pia) }] };
  const context = await browser.newContext({ storageState: signedIn });
  const page = await context.newPage();
  await page.goto(`${origin}/settings/security`);
  await section(page).getByRole("button", { name: "Connect Work" }).click();
  await section(page).getByLabel("Your password").fill("wrong");
  await section(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("Couldn't connect the sign-in.");
  await section(page).getByLabel("Your password").fill(pia.password);
  await section(page).getByRole("button", { name: "Continue" }).click();
  await approve(page, "pia-at-work");
  await expect(section(page).getByRole("status")).toHaveText("Work is connected now.");
  await expect(section(page).getByText(/^Connected since/)).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await choose(elsewhere, origin, "?next=/messages");
  await approve(elsewhere, "pia-at-work");
  await elsewhere
    .getByRole("dialog", { name: "Welcome, pia!" })
    .getByRole("button")
    .first()
    .click();
  await expect(elsewhere).toHaveURL(`${origin}/messages`);

  // Of an account that has it, no other gets it.
  const rob = await register(origin, "rob");
  const of = { cookies: [], origins: [{ origin, localStorage: kept(rob) }] };
  const other = await (await browser.newContext({ storageState: of })).newPage();
  await other.goto(`${origin}/settings/security`);
  await section(other).getByRole("button", { name: "Connect Work" }).click();
  await section(other).getByLabel("Your password").fill(rob.password);
  await section(other).getByRole("button", { name: "Continue" }).click();
  await approve(other, "pia-at-work");
  await expect(section(other).getByRole("alert")).toContainText("Another account uses this");

  await section(page).getByRole("button", { name: "Remove Work" }).click();
  await confirm(page, "Stop signing in with Work?", "Remove");
  await expect(section(page).getByText("Not connected")).toBeVisible();
});

test("what fails at the provider is said on the sign-in screen", async ({ forum, page }) => {
  await choose(page, forum.origin);
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "The sign-in was cancelled. Try again, or sign in another way.",
  );
  await page.goto(`${forum.origin}/login/oidc/club/callback?code=a&state=b`);
  await expect(page.getByRole("alert")).toContainText("The sign-in took too long");
});

test("a provider that is down is said to be", async ({ forum, page }) => {
  forum.stopProvider();
  await choose(page, forum.origin);
  await expect(page).toHaveURL(/\/login\?error=provider-unavailable$/);
  await expect(page.getByRole("alert")).toHaveText(
    "This sign-in does not answer. Try again later, or sign in another way.",
  );
});

test("a site with invitations asks for one", async ({ forum, page }) => {
  const admin = await logIn(forum.origin, ADMIN);
  await admin.api.put("/api/site", { registration: "invite" });
  const { url } = await admin.api.post<{ url: string }>("/api/invites", {});
  await page.goto(forum.origin + url);
  await page.getByRole("link", { name: "Continue with Work" }).click();
  await approve(page, "ines");
  await expect(page.getByLabel("Invitation")).toHaveValue(/^[0-9a-f]{32}$/);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("dialog", { name: "Welcome, ines!" })).toBeVisible();
});

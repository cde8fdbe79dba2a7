import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { signIn } from "../../../test/fixtures";
import { answer, refuse, SITE } from "../../../test/server";
import type { NotificationSettings, OwnEmail } from "../../api/types";

const EMAIL = "/api/user/{id}/email";
const NONE: OwnEmail = { email: null, confirmed: false, pending: null, switchedOff: false };
const CONFIRMED = { ...NONE, email: "ann@x.org", confirmed: true };
type User = ReturnType<typeof visit>["user"];

beforeEach(() => {
  answer("get", "/api/site", { ...SITE, signIn: { ...SITE.signIn, mail: true } });
});

const SETTINGS: NotificationSettings = {
  reply: true,
  mention: true,
  watchedPost: true,
  watchedForum: true,
  autoWatch: true,
  push: true,
  mail: "off",
};

function notificationSettings() {
  answer("get", "/api/notifications/settings", SETTINGS);
}

async function openSettings(email: OwnEmail) {
  notificationSettings();
  answer("get", EMAIL, email);
  signIn();
  const { user } = visit("/settings/notifications");
  return { user, card: within(await screen.findByRole("region", { name: "E-mail address" })) };
}

async function fill(user: User, email?: string) {
  const dialog = within(await screen.findByRole("dialog", { name: "E-mail address" }));
  if (email) await user.type(dialog.getByLabelText("E-mail address"), email);
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Send link" }));
  return dialog;
}

test("an address is added with the password, in the language of the screens", async () => {
  const { user, card } = await openSettings(NONE);
  const calls = answer("put", EMAIL, { ...NONE, email: "ann@x.org", pending: "ann@x.org" });
  await user.click(await card.findByRole("button", { name: "Add an address" }));
  await fill(user, "ann@x.org");
  expect(await card.findByText("ann@x.org")).toBeVisible();
  expect(card.getByText("Not confirmed yet: open the link in the mail.")).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    { email: "ann@x.org", password: "correct horse" },
  ]);
  expect(calls[0]?.language).toBe("en");
});

test("an address that waits is sent another link", async () => {
  const waits = { ...NONE, email: "ann@x.org", pending: "ann@x.org" };
  const { user, card } = await openSettings(waits);
  const calls = answer("put", EMAIL, waits);
  await user.click(await card.findByRole("button", { name: "Send again" }));
  await fill(user);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({ email: "ann@x.org", password: "correct horse" });
});

test("a new address waits beside the confirmed one", async () => {
  const { card } = await openSettings({ ...CONFIRMED, pending: "new@x.org" });
  expect(await card.findByText("Confirmed")).toBeVisible();
  expect(card.getByText("new@x.org")).toBeVisible();
  expect(card.getByRole("button", { name: "Change" })).toBeVisible();
});

test("an address that is switched off says why, and is confirmed again", async () => {
  const { user, card } = await openSettings({ ...CONFIRMED, switchedOff: true });
  expect((await card.findByRole("alert")).textContent).toContain("refused three mails in a row");
  const calls = answer("put", EMAIL, CONFIRMED);
  await user.click(card.getByRole("button", { name: "Confirm again" }));
  await fill(user);
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("an address is removed after a question", async () => {
  const { user, card } = await openSettings(CONFIRMED);
  const calls = answer("delete", EMAIL, null);
  await user.click(await card.findByRole("button", { name: "Remove" }));
  const dialog = within(await screen.findByRole("dialog"));
  answer("get", EMAIL, NONE);
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await card.findByRole("button", { name: "Add an address" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("what is wrong stands at its field", async () => {
  const { user, card } = await openSettings(NONE);
  const errors = [{ field: "email", message: "Must be an e-mail address." }];
  refuse("put", EMAIL, 422, { code: "invalid", errors });
  await user.click(await card.findByRole("button", { name: "Add an address" }));
  const dialog = await fill(user, "ann@x");
  expect(await dialog.findByText("Must be an e-mail address.")).toBeVisible();
});

test("without mail the settings don't speak of it", async () => {
  answer("get", "/api/site", SITE);
  notificationSettings();
  signIn();
  visit("/settings/notifications");
  await screen.findByRole("checkbox", { name: "Mentions of my name" });
  expect(screen.queryByText("E-mail address")).toBeNull();
});

test.each([
  [true, "/login/forgotten?next=%2Fsaved"],
  [false, "/login/recovery?next=%2Fsaved"],
])("where mail is %s, the sign-in leads to %s", async (mail, address) => {
  answer("get", "/api/site", { ...SITE, signIn: { ...SITE.signIn, mail } });
  visit("/login?next=/saved");
  const link = await screen.findByRole("link", { name: "Forgot your password?" });
  await waitFor(() => expect(link).toHaveAttribute("href", address));
});

test("a name has a link sent, and nothing tells whether it exists", async () => {
  const calls = answer("post", "/login/forgotten", null);
  const { user } = visit("/login/forgotten");
  await user.type(await screen.findByLabelText("Username or e-mail address"), " ann@x.org ");
  await user.click(screen.getByRole("button", { name: "Send link" }));
  expect((await screen.findByRole("status")).textContent).toContain("a link is on its way");
  expect(calls.map(({ body }) => body)).toEqual([{ name: "ann@x.org" }]);
  expect(screen.getByRole("link", { name: "Use a recovery code" })).toBeVisible();
});

test("without mail a forgotten password takes a recovery code", async () => {
  answer("get", "/api/site", SITE);
  const { address } = visit("/login/forgotten");
  await waitFor(() => expect(address()).toBe("/login/recovery"));
});

async function setPassword(confirmation = "new password") {
  const visited = visit("/password/new?token=t0ken");
  const { user } = visited;
  await user.type(await screen.findByLabelText("New password"), "new password");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
  await user.click(screen.getByRole("button", { name: "Set password" }));
  return visited;
}

test("a link sets a password and leads to the sign-in", async () => {
  const calls = answer("post", "/login/new-password", null);
  const { address } = await setPassword();
  await waitFor(() => expect(address()).toBe("/login"));
  expect(calls.map(({ body }) => body)).toEqual([
    { token: "t0ken", password: "new password", confirmPassword: "new password" },
  ]);
  expect(await screen.findByText("Your password is set. Sign in with it.")).toBeVisible();
});

test("two passwords that differ are not sent", async () => {
  const calls = answer("post", "/login/new-password", null);
  await setPassword("another");
  expect(screen.getByLabelText("Confirm password")).toHaveAttribute("aria-invalid", "true");
  expect(calls).toEqual([]);
});

test("a link that ended leads to a new one", async () => {
  refuse("post", "/login/new-password", 404, { code: "not-found", detail: "It has ended." });
  await setPassword();
  expect((await screen.findByRole("alert")).textContent).toContain("does not work any more");
  expect(screen.getByRole("link", { name: "Ask for a new link" })).toBeVisible();
});

test("a button confirms an address", async () => {
  const calls = answer("post", "/api/email/confirm", { email: "ann@x.org" });
  const { user } = visit("/email/confirm?token=t0ken");
  await user.click(await screen.findByRole("button", { name: "Confirm address" }));
  expect((await screen.findByRole("status")).textContent).toContain("ann@x.org is confirmed.");
  expect(calls.map(({ body }) => body)).toEqual([{ token: "t0ken" }]);
});

test.each(["/email/confirm", "/password/new"])("%s without a token has ended", async (path) => {
  visit(path);
  expect((await screen.findByRole("alert")).textContent).toContain("does not work any more");
});

test("who has a confirmed address chooses how often mails come", async () => {
  const { user, card } = await openSettings(CONFIRMED);
  const saved = answer("put", "/api/notifications/settings", ({ body }) => body as never);
  expect(await card.findByRole("radio", { name: "None" })).toBeChecked();
  await user.click(card.getByRole("radio", { name: "Daily digest" }));
  await waitFor(() => expect(saved[0]?.body).toEqual({ ...SETTINGS, mail: "daily" }));
  expect(card.getByRole("radio", { name: "Daily digest" })).toBeChecked();
});

test("without a confirmed address no mails are offered", async () => {
  const { card } = await openSettings({ ...NONE, email: "ann@x.org", pending: "ann@x.org" });
  await card.findByRole("button", { name: "Send again" });
  expect(card.queryByRole("radio")).toBeNull();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { ann, LATER, openSession, signIn, tokenUntil } from "../../../test/fixtures";
import { queryClient } from "../../api/queryClient";
import { session } from "../../api/session";

const CODES = ["0123-4567-89AB-CDEF", "ZZZZ-ZZZZ-ZZZZ-ZZZZ"];
const WAIT = "Too many failed attempts. Please wait 8 seconds, then try again.";
const fresh = tokenUntil(LATER + 1);
type User = ReturnType<typeof visit>["user"];

function quietHome() {
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  answer("get", "/moderation/user/{id}", []);
  answer("get", "/api/user/{id}", ann());
}

async function fillRecovery(user: User, confirmation = "battery staple") {
  await user.type(await screen.findByLabelText("Username"), " ann ");
  await user.type(screen.getByLabelText("Recovery code"), "0123 4567");
  await user.type(screen.getByLabelText("New password"), "battery staple");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
}

test("a throttled login says how long to wait", async () => {
  refuse("post", "/login", 429, { detail: WAIT, code: "too-many-attempts" });
  const { user } = visit("/login");
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const told = (await screen.findByRole("alert")).textContent;
  expect(told).toBe(WAIT);
});

test("a recovery code sets a new password and signs in", async () => {
  quietHome();
  const calls = answer("post", "/login/recovery", { token: fresh, user: ann() });
  const { user, address } = visit("/login");
  await user.click(await screen.findByRole("link", { name: "Forgot your password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  await fillRecovery(user);
  expect(await screen.findByRole("dialog", { name: "Welcome, ann!" })).toBeVisible();
  expect(address()).toBe("/");
  expect(localStorage.getItem("token")).toBe(fresh);
  expect(calls[0]).toMatchObject({
    token: null,
    body: {
      username: "ann",
      code: "0123 4567",
      password: "battery staple",
      confirmPassword: "battery staple",
    },
  });
});

test.each([
  [401, "This recovery code is invalid or already used."],
  [403, "You have been banned."],
  [429, WAIT],
])("a recovery refused with %d says why", async (status, detail) => {
  refuse("post", "/login/recovery", status, { detail });
  const { user, address } = visit("/login/recovery");
  await fillRecovery(user);
  expect(await screen.findByRole("alert")).toHaveTextContent(detail);
  expect(address()).toBe("/login/recovery");
});

test("a recovery whose passwords differ is not sent", async () => {
  const calls = answer("post", "/login/recovery", { token: fresh, user: ann() });
  const { user } = visit("/login/recovery");
  await fillRecovery(user, "battery stable");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Password & Confirm Password do not match.");
  expect(calls).toHaveLength(0);
});

async function registerWithCodes(user: User) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), "correct horse");
  await user.click(screen.getByRole("checkbox", { name: "Generate recovery codes" }));
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

const account = { id: 1, username: "ann", user_image: "x", recoveryCodes: CODES };
/** Whether the page closes without a confirmation. */
const closes = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("recovery codes are shown and copied before the login", async () => {
  const calls = answer("post", "/register", account, { status: 201 });
  const { user, address } = visit("/register");
  const writeText = vi.spyOn(navigator.clipboard, "writeText");
  await registerWithCodes(user);
  expect(await screen.findByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ recoveryCodes: true });
  const shown = screen.getByRole("group", { name: "Recovery codes" });
  for (const code of CODES) expect(within(shown).getByText(code)).toBeVisible();
  expect(shown).toHaveFocus();
  expect(shown).toHaveAccessibleDescription(/^You won't see these codes again\./);
  await user.click(screen.getByRole("button", { name: "Copy codes" }));
  expect(writeText).toHaveBeenCalledWith(CODES.join("\n"));
  expect(await screen.findByRole("status")).toHaveTextContent("Codes copied.");
  await user.click(screen.getByRole("button", { name: "I've saved my codes, sign in" }));
  expect(await screen.findByRole("heading", { name: "Please Sign In" })).toBeVisible();
  expect(address()).toBe("/login");
  await waitFor(() => expect(closes()).toBe(true));
});

test("recovery codes lead to the login and keep the next screen", async () => {
  answer("post", "/register", account, { status: 201 });
  const { user, address } = visit("/register?next=%2Fmessages");
  await registerWithCodes(user);
  await user.click(await screen.findByRole("button", { name: "I've saved my codes, sign in" }));
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login?next=%2Fmessages");
});

test("a recovery leads back to the screen that asked for the login", async () => {
  quietHome();
  answer("get", "/api/contacts", []);
  answer("post", "/login/recovery", { token: fresh, user: ann() });
  const { user, address } = visit("/login?next=%2Fmessages");
  await user.click(await screen.findByRole("link", { name: "Forgot your password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  await fillRecovery(user);
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(address()).toBe("/messages");
});

test("leaving the codes of a new account asks first", async () => {
  answer("post", "/register", account, { status: 201 });
  answer("get", "/forums", []);
  const { user, address } = visit("/register");
  await registerWithCodes(user);
  await screen.findByRole("heading", { name: "Your recovery codes" });
  expect(closes()).toBe(false);
  const title = "Leave without your recovery codes?";
  await user.click(screen.getByRole("link", { name: "Forums" }));
  const dialog = await screen.findByRole("dialog", { name: title });
  await user.click(within(dialog).getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText(CODES[0] ?? "")).toBeVisible();
  expect(address()).toBe("/register");
  await user.click(screen.getByRole("link", { name: "Forums" }));
  const again = await screen.findByRole("dialog", { name: title });
  await user.click(within(again).getByRole("button", { name: "Leave" }));
  expect(await screen.findByRole("heading", { name: "Forums" })).toBeVisible();
  await waitFor(() => expect(closes()).toBe(true));
});

test("codes that arrive too late are announced", async () => {
  const slow = Promise.withResolvers<typeof account>();
  const calls = answer("post", "/register", () => slow.promise, { status: 201 });
  answer("get", "/forums", []);
  const { user, address } = visit("/register");
  await registerWithCodes(user);
  await waitFor(() => expect(calls).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Forums" }));
  await screen.findByRole("heading", { name: "Forums" });
  slow.resolve(account);
  expect(await screen.findByText(/you left before your recovery codes were shown/)).toBeVisible();
  expect(address()).toBe("/forums");
});

async function askForCodes(user: User) {
  await user.type(await screen.findByLabelText("Your password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Generate new codes" }));
}

test("new recovery codes are made with the password, and shown", async () => {
  signIn();
  const calls = answer("post", "/api/user/{id}/recovery-codes", { recoveryCodes: CODES });
  const { user } = visit("/password");
  await askForCodes(user);
  const shown = await screen.findByRole("group", { name: "Recovery codes" });
  expect(shown).toHaveTextContent(CODES[0] ?? "");
  expect(shown).toHaveFocus();
  expect(calls[0]?.body).toEqual({ current: "correct horse" });
});

test("without the right password there are no new codes", async () => {
  signIn();
  refuse("post", "/api/user/{id}/recovery-codes", 403, {
    detail: "The current password is wrong.",
  });
  answer("get", "/api/user/{id}", ann());
  answer("get", "/moderation/user/{id}", []);
  const { user } = visit("/password");
  await askForCodes(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("The current password is wrong.");
  expect(screen.queryByRole("group", { name: "Recovery codes" })).toBeNull();
});

const late: [string, (user: User, answered: Promise<unknown>) => Promise<void>][] = [
  [
    "signing out all others",
    async (user, answered) => {
      answer("delete", "/api/user/{id}/sessions", () => answered.then(() => ({ token: fresh })));
      answer("get", "/api/user/{id}/sessions", [
        openSession(),
        openSession({ id: 72, current: false }),
      ]);
      await user.click(await screen.findByRole("button", { name: "Sign out all others" }));
      const question = await screen.findByRole("dialog", { name: "Sign out all other devices?" });
      await user.click(within(question).getByRole("button", { name: "Sign out" }));
      await waitFor(() => expect(queryClient.isMutating()).toBe(1));
    },
  ],
  [
    "a new password",
    async (user, answered) => {
      answer("put", "/api/user/{id}/password", () => answered.then(() => ({ token: fresh })));
      await user.type(await screen.findByLabelText("Current password"), "correct horse");
      await user.type(screen.getByLabelText("New password"), "battery staple");
      await user.type(screen.getByLabelText("Confirm password"), "battery staple{Enter}");
    },
  ],
  [
    "a new picture",
    async (user, answered) => {
      answer("put", "/api/user/{id}", () => answered.then(() => ann({ userImage: "/late.svg" })));
      await user.click(await screen.findByRole("button", { name: /Profile picture/ }));
      await user.type(screen.getByLabelText("Profile Image URL"), "/late.svg{Enter}");
    },
  ],
];

test.each(late)("%s answered after the logout changes nothing", async (_, ask) => {
  signIn();
  const slow = Promise.withResolvers<void>();
  const { user, router, address } = visit("/password");
  await ask(user, slow.promise);
  await act(() => router.navigate("/logout"));
  await user.click(await screen.findByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(queryClient.isMutating()).toBe(1);
  slow.resolve();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(session.get()).toEqual({ token: "", user: null, access: [] });
  expect(Object.keys(localStorage)).toEqual([]);
  expect(address()).toBe("/login");
  expect(screen.queryByRole("status")).toBeNull();
});

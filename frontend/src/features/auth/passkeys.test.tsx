import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { ann, LATER, openSession, signIn, tokenUntil } from "../../../test/fixtures";
import { answer, refuse, SITE } from "../../../test/server";
import { session } from "../../api/session";
import type { Passkey } from "../../api/types";

const PASSKEYS = "/api/user/{id}/passkeys";
const PASSKEY = "/api/user/{id}/passkeys/{passkeyId}";
const OPTIONS = { challenge: "the-challenge" };
const CREDENTIAL = { id: "the-credential" };
type User = ReturnType<typeof visit>["user"];

const phone: Passkey = {
  id: 7,
  name: "Phone",
  createdAt: new Date(2026, 2, 3, 9, 8).toISOString(),
  lastUsedAt: null,
};

const create = vi.fn<CredentialsContainer["create"]>();
const get = vi.fn<CredentialsContainer["get"]>();
const canAutofill = vi.fn<() => Promise<boolean>>();

class Made {
  static parseCreationOptionsFromJSON = (options: unknown) => options;
  static parseRequestOptionsFromJSON = (options: unknown) => options;
  static isConditionalMediationAvailable = canAutofill;
  toJSON = () => CREDENTIAL;
}
// Where the screens look for it.
Object.assign(Made.prototype, { toJSON: () => CREDENTIAL });
const made = () => Promise.resolve(new Made() as unknown as Credential);
const fails = (name: string) => () => Promise.reject(new DOMException("", name));

/** A browser that makes passkeys, at a forum that takes them. */
beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", Made);
  Object.defineProperty(navigator, "credentials", { value: { create, get }, configurable: true });
  create.mockReset().mockImplementation(made);
  get.mockReset().mockImplementation(made);
  canAutofill.mockReset().mockResolvedValue(false);
  answer("get", "/api/site", { ...SITE, signIn: { ...SITE.signIn, passkeys: true } });
  return () => vi.unstubAllGlobals();
});

async function openSettings() {
  signIn();
  const { user } = visit("/settings/security");
  return { user, card: within(await screen.findByRole("region", { name: "Passkeys" })) };
}

async function add(user: User, password = "correct horse") {
  await user.click(await screen.findByRole("button", { name: "Add a passkey…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
  await user.type(dialog.getByLabelText("Your password"), password);
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  return dialog;
}

test("a member without a password confirms by a recent sign-in", async () => {
  answer("get", "/api/user/{id}", { ...ann(), hasPassword: false });
  const begun = answer("post", "/api/user/{id}/passkeys/options", OPTIONS);
  answer("post", PASSKEYS, phone, { status: 201 });
  const { user } = await openSettings();
  await user.click(await screen.findByRole("button", { name: "Add a passkey…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
  expect(await dialog.findByText(/^Your account has no password/)).toBeVisible();
  expect(await dialog.findByText(/sign in again with your passkey/)).toBeVisible();
  expect(dialog.getByRole("link", { name: "sign out" })).toHaveAttribute("href", "/logout");
  expect(dialog.queryByLabelText("Your password")).toBeNull();
  await user.type(dialog.getByLabelText("Name of the passkey"), "Phone");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("The passkey is added.")).toBeVisible();
  expect(begun[0]?.body).toEqual({ password: "" });
});

test("a passkey is added with the password, named after the device", async () => {
  answer("get", "/api/user/{id}/sessions", [openSession()]);
  const begun = answer("post", "/api/user/{id}/passkeys/options", OPTIONS);
  const added = answer("post", PASSKEYS, phone, { status: 201 });
  const { user, card } = await openSettings();
  await card.findByRole("button", { name: "Add a passkey…" });
  expect(card.queryByRole("list")).toBeNull();
  await screen.findByRole("list", { name: "Sessions" });
  answer("get", PASSKEYS, () => (added.length ? [phone] : []));
  await add(user);
  const row = await card.findByRole("listitem");
  expect(row).toHaveTextContent("Added on Mar 3, 2026 9:08 AM");
  expect(row).toHaveTextContent("Never used");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(begun[0]?.body).toEqual({ password: "correct horse" });
  expect(create.mock.calls[0]?.[0]).toEqual({ publicKey: OPTIONS });
  expect(added[0]?.body).toEqual({ name: "Firefox on Linux", credential: CREDENTIAL });
});

test("where the second step is on, a passkey takes a code, too", async () => {
  answer("get", "/api/user/{id}/totp", { activeSince: phone.createdAt });
  refuse("post", "/api/user/{id}/passkeys/options", 403, {
    code: "wrong-code",
    detail: "This code is wrong.",
  });
  const { user } = await openSettings();
  await user.click(await screen.findByRole("button", { name: "Add a passkey…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a passkey" }));
  await user.type(dialog.getByLabelText("Name of the passkey"), "Phone");
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  await user.type(await dialog.findByLabelText("Code"), "000000");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This code is wrong.");
  expect(create).not.toHaveBeenCalled();
  const begun = answer("post", "/api/user/{id}/passkeys/options", OPTIONS);
  answer("post", PASSKEYS, phone, { status: 201 });
  await user.click(dialog.getByRole("button", { name: "Use a recovery code" }));
  await user.type(dialog.getByLabelText("Recovery code"), "0123-4567");
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("The passkey is added.")).toBeVisible();
  expect(begun[0]?.body).toEqual({ password: "correct horse", code: "0123-4567" });
});

test("who signed in with a passkey is asked for no code", async () => {
  answer("get", "/api/user/{id}/totp", { activeSince: phone.createdAt });
  answer("get", "/api/user/{id}/sessions", [openSession({ method: "passkey" })]);
  const begun = answer("post", "/api/user/{id}/passkeys/options", OPTIONS);
  answer("post", PASSKEYS, phone, { status: 201 });
  const { user } = await openSettings();
  await screen.findByText(/^On since/);
  await screen.findByRole("list", { name: "Sessions" });
  const dialog = await add(user);
  expect(dialog.queryByLabelText("Code")).toBeNull();
  expect(await screen.findByText("The passkey is added.")).toBeVisible();
  expect(begun[0]?.body).toEqual({ password: "correct horse" });
});

test("a wrong password asks the device for nothing", async () => {
  refuse("post", "/api/user/{id}/passkeys/options", 403, { detail: "It is wrong." });
  const { user } = await openSettings();
  await add(user, "wrong horse");
  expect(await screen.findByRole("alert")).toHaveTextContent("It is wrong.");
  expect(create).not.toHaveBeenCalled();
});

test.each([
  ["NotAllowedError", "It was cancelled or took too long"],
  ["InvalidStateError", "This device has a passkey of your account already."],
  ["SecurityError", "Passkeys do not work at this address."],
  ["NotSupportedError", "Your browser or device refused."],
])("after a %s the dialog stays and says why", async (name, reason) => {
  create.mockImplementationOnce(fails(name));
  const begun = answer("post", "/api/user/{id}/passkeys/options", OPTIONS);
  answer("post", PASSKEYS, phone, { status: 201 });
  const { user } = await openSettings();
  const dialog = await add(user);
  expect(await screen.findByRole("alert")).toHaveTextContent(reason);
  await user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("The passkey is added.")).toBeVisible();
  expect(begun).toHaveLength(1);
});

test("a passkey is renamed", async () => {
  answer("get", PASSKEYS, [{ ...phone, lastUsedAt: new Date().toISOString() }]);
  const renamed = answer("put", PASSKEY, { ...phone, name: "Key ring" });
  const { user, card } = await openSettings();
  expect(await card.findByRole("listitem")).toHaveTextContent("Last used a few seconds ago");
  await user.click(card.getByRole("button", { name: "Rename Phone" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rename the passkey" }));
  const field = dialog.getByLabelText("Name of the passkey");
  expect(field).toHaveValue("Phone");
  await user.clear(field);
  await user.type(field, "Key ring");
  answer("get", PASSKEYS, [{ ...phone, name: "Key ring" }]);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await card.findByRole("heading", { name: "Key ring" })).toBeVisible();
  expect(renamed[0]?.body).toEqual({ name: "Key ring" });
  expect(renamed[0]?.url.pathname).toBe("/api/user/1/passkeys/7");
});

async function remove(user: User) {
  await user.click(await screen.findByRole("button", { name: "Remove Phone" }));
  const question = await screen.findByRole("dialog", { name: "Remove the passkey “Phone”?" });
  await user.click(within(question).getByRole("button", { name: "Remove" }));
}

test("a passkey is removed after a question", async () => {
  answer("get", PASSKEYS, [phone]);
  const removed = answer("delete", PASSKEY, null, { status: 204 });
  const { user, card } = await openSettings();
  await card.findByRole("listitem");
  answer("get", PASSKEYS, []);
  await remove(user);
  expect(await screen.findByText("The passkey is removed.")).toBeVisible();
  await waitFor(() => expect(card.queryByRole("listitem")).toBeNull());
  expect(removed[0]?.url.pathname).toBe("/api/user/1/passkeys/7");
});

test("a passkey that is gone needs no removal", async () => {
  answer("get", PASSKEYS, [phone]);
  refuse("delete", PASSKEY, 404, { detail: "It is gone." });
  const { user } = await openSettings();
  await remove(user);
  expect(await screen.findByText("It is gone.")).toBeVisible();
});

test("twenty are enough", async () => {
  answer(
    "get",
    PASSKEYS,
    Array.from({ length: 20 }, (_, id) => ({ ...phone, id: id + 1 })),
  );
  const { card } = await openSettings();
  expect(await card.findByText(/You have 20 passkeys/)).toBeVisible();
  expect(card.queryByRole("button", { name: "Add a passkey…" })).toBeNull();
});

test("a browser without passkeys is told so", async () => {
  vi.stubGlobal("PublicKeyCredential", { prototype: {} });
  const { card } = await openSettings();
  expect(await card.findByText(/This browser makes no passkeys/)).toBeVisible();
});

test("a forum without passkeys does not speak of them", async () => {
  answer("get", "/api/site", SITE);
  signIn();
  visit("/settings/security");
  await screen.findByRole("list", { name: "Sessions" });
  expect(screen.queryByRole("region", { name: "Passkeys" })).toBeNull();
});

/** Opens the sign-in; the calls with a credential. */
function openLogin() {
  answer("get", "/api/contacts", []);
  answer("get", "/moderation/user/{id}", []);
  answer("post", "/login/passkey/options", OPTIONS);
  const token = tokenUntil(LATER + 1);
  return answer("post", "/login/passkey", { token, user: ann() });
}

const signInButton = () => screen.findByRole("button", { name: "Sign in with a passkey" });

test("a passkey signs in and leads on", async () => {
  const calls = openLogin();
  const { user, address } = visit("/login?next=%2Fmessages");
  expect(await screen.findByLabelText("Username")).toHaveAttribute(
    "autocomplete",
    "username webauthn",
  );
  await user.click(await signInButton());
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(address()).toBe("/messages");
  expect(calls[0]).toMatchObject({ token: null, body: { credential: CREDENTIAL } });
  expect(get.mock.calls[0]?.[0]).toMatchObject({ publicKey: OPTIONS, mediation: "optional" });
});

test("a passkey that the browser fills in signs in", async () => {
  canAutofill.mockResolvedValue(true);
  openLogin();
  visit("/login?next=%2Fmessages");
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: "conditional" });
});

test("the button ends what the browser waits for, and a refusal says why", async () => {
  canAutofill.mockResolvedValue(true);
  openLogin();
  refuse("post", "/login/passkey", 401, { code: "wrong-passkey", detail: "It is unknown." });
  const waits = (options?: CredentialRequestOptions) =>
    new Promise<Credential>((_, reject) => {
      options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
    });
  get.mockImplementation((options) =>
    options?.mediation === "optional" ? made() : waits(options),
  );
  const { user } = visit("/login");
  const button = await signInButton();
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
  await user.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("It is unknown.");
  expect(get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true);
  await waitFor(() => expect(get).toHaveBeenCalledTimes(3));
  expect(get.mock.calls[2]?.[0]).toMatchObject({ mediation: "conditional" });
  expect(session.get().token).toBe("");
});

test("leaving takes back what the browser was asked", async () => {
  get.mockImplementation(
    (options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      }),
  );
  const calls = openLogin();
  const { user, router } = visit("/login");
  await user.click(await signInButton());
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
  await act(() => router.navigate("/register"));
  await screen.findByRole("heading", { name: "Create Account" });
  await waitFor(() => expect(get.mock.calls[0]?.[0]?.signal?.aborted).toBe(true));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(calls).toEqual([]);
});

test("a cancelled sign-in says what to do", async () => {
  get.mockImplementation(fails("NotAllowedError"));
  openLogin();
  const { user } = visit("/login");
  await user.click(await signInButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("It was cancelled or took too long");
});

test("a banned member sees the ban", async () => {
  openLogin();
  refuse("post", "/login/passkey", 403, { code: "banned", reason: "Spam" });
  const { user } = visit("/login");
  await user.click(await signInButton());
  const dialog = await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" });
  expect(dialog).toHaveTextContent("Reason: Spam");
});

test("a browser without passkeys is offered none", async () => {
  vi.unstubAllGlobals();
  const { user } = visit("/login");
  await user.type(await screen.findByLabelText("Username"), "ann");
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
});

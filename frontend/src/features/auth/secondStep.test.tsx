import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { ann, LATER, signIn, tokenUntil } from "../../../test/fixtures";
import { session } from "../../api/session";

const fresh = tokenUntil(LATER + 1);
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
type User = ReturnType<typeof visit>["user"];

async function passFirstStep(next = "") {
  refuse("post", "/login", 401, {
    code: "second-step-required",
    ticket: "the-ticket",
    methods: ["totp", "recovery-code"],
  });
  const visited = visit(`/login${next}`);
  await visited.user.type(await screen.findByLabelText("Username"), "ann");
  await visited.user.type(screen.getByLabelText("Password"), "correct horse");
  await visited.user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { name: "One more step" });
  return visited;
}

async function sendCode(user: User, label: string, code: string) {
  await user.type(await screen.findByLabelText(label), code);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

test("a code after the password signs in and leads on", async () => {
  answer("get", "/api/contacts", []);
  answer("get", "/moderation/user/{id}", []);
  const calls = answer("post", "/login/second-step", { token: fresh, user: ann() });
  const { user, address } = await passFirstStep("?next=%2Fmessages");
  expect(screen.queryByRole("alert")).toBeNull();
  await sendCode(user, "Code", "123 456");
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(address()).toBe("/messages");
  expect(calls[0]).toMatchObject({ token: null, body: { ticket: "the-ticket", code: "123 456" } });
});

test("a wrong code can be typed again", async () => {
  refuse("post", "/login/second-step", 401, { code: "wrong-code", detail: "No such code." });
  const { user, address } = await passFirstStep();
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  await sendCode(user, "Recovery code", "0123-4567-89AB-CDEF");
  expect(await screen.findByRole("alert")).toHaveTextContent("No such code.");
  expect(address()).toBe("/login/second-step");
});

test("an ended ticket leads back to the password", async () => {
  refuse("post", "/login/second-step", 401, { code: "ticket-ended", detail: "Start again." });
  const { user, address } = await passFirstStep("?next=%2Fmessages");
  await sendCode(user, "Code", "123456");
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(screen.getByRole("alert")).toHaveTextContent("Start again.");
  expect(address()).toBe("/login?next=%2Fmessages");
});

test("a recovered password leads to the second step", async () => {
  answer("get", "/api/contacts", []);
  answer("get", "/moderation/user/{id}", []);
  refuse("post", "/login/recovery", 401, { code: "second-step-required", ticket: "another" });
  const calls = answer("post", "/login/second-step", { token: fresh, user: ann() });
  const { user } = visit("/login/recovery?next=%2Fmessages");
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Recovery code"), "0123 4567");
  await user.type(screen.getByLabelText("New password"), "battery staple");
  await user.type(screen.getByLabelText("Confirm password"), "battery staple");
  await user.click(screen.getByRole("button", { name: "Set password and sign in" }));
  await sendCode(user, "Code", "123456");
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(calls[0]?.body).toEqual({ ticket: "another", code: "123456" });
});

test("an app is set up with password, code and saved codes", async () => {
  signIn();
  let activeSince: string | null = null;
  answer("get", "/api/user/{id}/totp", () => ({ activeSince }));
  const begun = answer("post", "/api/user/{id}/totp", {
    secret: SECRET,
    uri: `otpauth://totp/POST-UP:ann?secret=${SECRET}&issuer=POST-UP`,
  });
  const activated = answer("put", "/api/user/{id}/totp", () => {
    activeSince = "2026-03-03T10:00:00Z";
    return { recoveryCodes: ["0123-4567-89AB-CDEF"] };
  });
  const { user } = visit("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Second step" }));
  await user.click(await card.findByRole("button", { name: "Set up…" }));
  await user.type(await card.findByLabelText("Your password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Continue" }));
  expect(await card.findByRole("img", { name: "QR code of the key" })).toBeVisible();
  expect(card.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeVisible();
  await user.type(card.getByLabelText("Code"), "123456");
  await user.click(card.getByRole("button", { name: "Turn on" }));
  expect(await card.findByText("0123-4567-89AB-CDEF")).toBeVisible();
  const kept: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${kept.push(file as Blob)}`;
  await user.click(card.getByRole("button", { name: "Download" }));
  expect(await kept[0]?.text()).toBe("0123-4567-89AB-CDEF");
  await user.click(screen.getByRole("link", { name: "Your data" }));
  const question = within(
    await screen.findByRole("dialog", { name: "Leave without your recovery codes?" }),
  );
  await user.click(question.getByRole("button", { name: "Stay" }));
  expect(dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  const done = card.getByRole("button", { name: "Done" });
  await user.click(done);
  expect(card.getByText("0123-4567-89AB-CDEF"), "they are not saved yet").toBeVisible();
  await user.click(card.getByRole("checkbox", { name: "I saved them" }));
  await user.click(done);
  expect(await card.findByText(/^On since/)).toBeVisible();
  expect(begun[0]?.body).toEqual({ password: "correct horse" });
  expect(activated[0]?.body).toEqual({ code: "123456" });
});

test("a lost answer closes the set-up and says how to get codes", async () => {
  signIn();
  answer("post", "/api/user/{id}/totp", {
    secret: SECRET,
    uri: `otpauth://totp/a?secret=${SECRET}`,
  });
  refuse("put", "/api/user/{id}/totp", 409, { code: "nothing-begun" });
  const { user } = visit("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Second step" }));
  await user.click(await card.findByRole("button", { name: "Set up…" }));
  await user.type(await card.findByLabelText("Your password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Continue" }));
  await user.type(await card.findByLabelText("Code"), "123456");
  answer("get", "/api/user/{id}/totp", { activeSince: "2026-03-03T10:00:00Z" });
  await user.click(card.getByRole("button", { name: "Turn on" }));
  expect(await card.findByText(/^On since/)).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("your new recovery codes got lost");
});

test("new recovery codes ask for a code where the second step is on", async () => {
  signIn();
  answer("get", "/api/user/{id}/totp", { activeSince: "2026-03-03T10:00:00Z" });
  const calls = answer("post", "/api/user/{id}/recovery-codes", { recoveryCodes: ["0123-4567"] });
  const { user } = visit("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Recovery codes" }));
  await user.type(await card.findByLabelText("Code"), "123456");
  await user.type(card.getByLabelText("Your password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Generate new codes" }));
  expect(await card.findByText("0123-4567")).toBeVisible();
  expect(calls[0]?.body).toEqual({ current: "correct horse", code: "123456" });
});

test("the second step is turned off with password and code", async () => {
  signIn();
  answer("get", "/api/user/{id}/totp", { activeSince: "2026-03-03T10:00:00Z" });
  const removed = answer("delete", "/api/user/{id}/totp", null, { status: 204 });
  const { user } = visit("/settings/security");
  const card = within(await screen.findByRole("region", { name: "Second step" }));
  await user.click(await card.findByRole("button", { name: "Turn off…" }));
  await user.type(card.getByLabelText("Your password"), "correct horse");
  await user.type(card.getByLabelText("Code"), "123456");
  await user.click(card.getByRole("button", { name: "Turn off" }));
  expect(await card.findByRole("button", { name: "Set up…" })).toBeVisible();
  expect(removed[0]?.body).toEqual({ password: "correct horse", code: "123456" });
  expect(session.get().token).not.toBe("");
});

test("who lacks a needed second step is led to its set-up, until it is on", async () => {
  signIn();
  refuse("get", "/api/saved", 403, { code: "second-step-needed", detail: "Set one up first." });
  answer("get", "/api/user/{id}/totp", { activeSince: null });
  answer("post", "/api/user/{id}/totp", {
    secret: SECRET,
    uri: `otpauth://totp/a?secret=${SECRET}`,
  });
  answer("put", "/api/user/{id}/totp", { recoveryCodes: ["0123-4567-89AB-CDEF"] });
  const { user } = visit("/saved");
  const name = "Second step needed";
  const notice = within(await screen.findByRole("complementary", { name }));
  await user.click(notice.getByRole("link", { name: "Set it up" }));
  const card = within(await screen.findByRole("region", { name: "Second step" }));
  expect(notice.queryByRole("link")).toBeNull();
  await user.click(await card.findByRole("button", { name: "Set up…" }));
  await user.type(await card.findByLabelText("Your password"), "correct horse");
  await user.click(card.getByRole("button", { name: "Continue" }));
  await user.type(await card.findByLabelText("Code"), "123456");
  answer("get", "/api/saved", []);
  await user.click(card.getByRole("button", { name: "Turn on" }));
  await card.findByText("0123-4567-89AB-CDEF");
  expect(screen.queryByRole("complementary", { name })).toBeNull();
});

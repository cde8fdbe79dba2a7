import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { ann, LATER, report, signIn, tokenUntil } from "../../../test/fixtures";
import { session } from "../../api/session";

async function fillLogin(user: ReturnType<typeof visit>["user"]) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

function quietHome() {
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
}

const token = tokenUntil(LATER);

test("a login stores token, user and access, goes home and greets", async () => {
  quietHome();
  const calls = answer("post", "/login", { token, user: ann({ userImage: ' "/x.svg" ' }) });
  const access = answer("get", "/moderation/user/{id}", [{ forumId: 7 }]);
  answer("get", "/api/user/{id}", ann());
  const { user, address } = visit("/login");
  await fillLogin(user);
  expect(await screen.findByRole("dialog", { name: "Welcome, ann!" })).toBeVisible();
  expect(address()).toBe("/");
  expect(calls[0]?.body).toEqual({ username: "ann", password: "correct horse" });
  expect(access[0]?.token).toBe(`Bearer ${token}`);
  expect(localStorage.getItem("token")).toBe(token);
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toMatchObject({
    id: 1,
    userImage: "/x.svg",
  });
  expect(JSON.parse(localStorage.getItem("access") ?? "")).toEqual([{ forumId: 7 }]);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(address()).toBe("/");
});

test("the login returns to its screen but to no other site", async () => {
  answer("post", "/login", { token, user: ann() });
  answer("get", "/moderation/user/{id}", []);
  answer("get", "/api/contacts", []);
  answer("get", "/api/user/{id}", ann());
  const { user, address } = visit("/login?next=%2Fmessages");
  await fillLogin(user);
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  expect(address()).toBe("/messages");
});

test("signing up keeps the screen that asked for the login", async () => {
  answer("post", "/register", { id: 1, username: "ann", user_image: "x" }, { status: 201 });
  const { user, address } = visit("/login?next=%2Fmessages%3Fkeyword%3D");
  await user.click(await screen.findByRole("link", { name: "Create an account" }));
  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fmessages%3Fkeyword%3D",
  );
  await fillRegistration(user, "correct horse");
  await screen.findByText("Thank you for registering, please sign in.");
  expect(address()).toBe("/login?next=%2Fmessages%3Fkeyword%3D");
});

test("a wrong password is told with the spec's words", async () => {
  refuse("post", "/login", 401, { detail: "Invalid username and password!" });
  const { user } = visit("/login");
  await fillLogin(user);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(/^Invalid username and password!$/);
});

test("a banned user sees alert and dialog, and the form is cleared", async () => {
  refuse("post", "/login", 403, { detail: "You have been banned.", code: "banned" });
  const { user } = visit("/login");
  await fillLogin(user);
  expect(await screen.findByRole("alert")).toHaveTextContent("You have been banned.");
  const dialog = await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" });
  expect(dialog).toHaveTextContent("This user has been banned");
  expect(screen.getByLabelText("Username")).toHaveValue("");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a banned user sees the reason and the end of the ban", async () => {
  const ban = { until: "2031-05-04T10:00:00Z", reason: "Spam in three forums" };
  refuse("post", "/login", 403, { detail: "You have been banned.", code: "banned", ...ban });
  const { user } = visit("/login");
  await fillLogin(user);
  const dialog = await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" });
  expect(dialog).toHaveTextContent("Reason: Spam in three forums");
  expect(dialog).toHaveTextContent("The ban ends on May 4, 2031");
});

test("a banned user appeals once, with the token of the refusal", async () => {
  refuse("post", "/login", 403, {
    code: "banned",
    reason: "Spam",
    appeal_token: "for-appeals",
  });
  const { user } = visit("/login");
  await fillLogin(user);
  const dialog = within(await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" }));
  const box = dialog.getByRole("textbox", { name: "Appeal" });
  const message = "Too long.";
  refuse("post", "/api/appeals", 422, { errors: [{ field: "text", message }] });
  await user.type(box, "It was my brother");
  await user.click(dialog.getByRole("button", { name: "Send appeal" }));
  expect(await dialog.findByText(message)).toBeVisible();
  expect(box).toHaveValue("It was my brother");
  const calls = answer("post", "/api/appeals", report({ kind: "appeal" }), { status: 201 });
  await user.click(dialog.getByRole("button", { name: "Send appeal" }));
  expect(await dialog.findByText("Your appeal was sent. An admin will review it.")).toBeVisible();
  expect(calls[0]).toMatchObject({
    body: { text: "It was my brother" },
    token: "Bearer for-appeals",
  });
});

test("an appeal that was begun is there after a reload", async () => {
  refuse("post", "/login", 403, { code: "banned", appeal_token: tokenUntil(LATER) });
  const { user } = visit("/login");
  await fillLogin(user);
  await user.type(await screen.findByRole("textbox", { name: "Appeal" }), "It was my brother");
  await user.click(screen.getByRole("button", { name: "Close" }));
  await fillLogin(user);
  expect(await screen.findByText("Draft restored")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Appeal" })).toHaveValue("It was my brother");
  expect(localStorage.getItem("draft:1:appeal")).toContain("It was my brother");
});

test("an appeal that was sent before is told so", async () => {
  refuse("post", "/login", 403, { code: "banned", appeal_token: "for-appeals" });
  refuse("post", "/api/appeals", 409, { code: "appealed" });
  const { user } = visit("/login");
  await fillLogin(user);
  await user.type(await screen.findByRole("textbox", { name: "Appeal" }), "Again");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText(/already appealed this ban/)).toBeVisible();
});

test("username and password are required", async () => {
  visit("/login");
  expect(await screen.findByLabelText("Username")).toBeRequired();
  expect(screen.getByLabelText("Password")).toBeRequired();
});

test("/logged-in is home with the welcome, and closes to home", async () => {
  quietHome();
  signIn();
  const { user, address } = visit("/logged-in");
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(address()).toBe("/"));
});

test("a logout clears memory, storage and drafts", async () => {
  signIn();
  localStorage.setItem("draft:1:forum:topic", "half a word");
  const { address } = visit("/logout");
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login");
  expect(session.get()).toEqual({ token: "", user: null, access: [] });
  expect(Object.keys(localStorage)).toEqual([]);
});

test("an expired token leads to the login before any request", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  signIn();
  session.set({ token: tokenUntil(1_000_000_000) });
  const { address } = visit("/messages");
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(log).toHaveBeenCalledWith("Token has expired");
  expect(localStorage.getItem("token")).toBeNull();
  expect(address()).toBe("/login?next=%2Fmessages");
});

test("a logout in another tab leads this one to the login", async () => {
  signIn();
  answer("get", "/api/contacts", []);
  const { address } = visit("/messages");
  await screen.findByText("Wow, such empty!");
  localStorage.clear();
  dispatchEvent(new StorageEvent("storage"));
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login?next=%2Fmessages");
});

test("a ban in the middle ends the session with the banned dialog", async () => {
  signIn();
  const { token } = session.get();
  const ban = { until: "2031-05-04T10:00:00Z", reason: "Spam in three forums" };
  refuse("get", "/api/contacts", 403, { code: "banned", ...ban });
  const { address, user } = visit("/messages");
  const dialog = await screen.findByRole("dialog", { name: "Sorry, login unsuccessful" });
  expect(address()).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
  expect(dialog).toHaveTextContent("Reason: Spam in three forums");
  expect(dialog).toHaveTextContent("The ban ends on May 4, 2031");
  const calls = answer("post", "/api/appeals", report({ kind: "appeal" }), { status: 201 });
  await user.type(within(dialog).getByRole("textbox", { name: "Appeal" }), "It was my brother");
  await user.click(within(dialog).getByRole("button", { name: "Send appeal" }));
  expect(await within(dialog).findByText(/Your appeal was sent/)).toBeVisible();
  expect(calls[0]?.token).toBe(`Bearer ${token}`);
});

async function fillRegistration(user: ReturnType<typeof visit>["user"], confirmation: string) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Confirm password"), confirmation);
  await user.click(screen.getByRole("button", { name: "Create account" }));
}

test("registration sends one of nine stock avatars", async () => {
  const calls = answer(
    "post",
    "/register",
    { id: 1, username: "ann", user_image: "x" },
    { status: 201 },
  );
  const { user, address } = visit("/register");
  expect(await screen.findByRole("heading", { name: "Create Account" })).toBeVisible();
  const avatars = screen.getAllByRole("radio");
  expect(avatars).toHaveLength(9);
  await user.click(screen.getByRole("radio", { name: "Avatar 4" }));
  await fillRegistration(user, "correct horse");
  expect(await screen.findByRole("status")).toHaveTextContent(
    "Thank you for registering, please sign in.",
  );
  expect(address()).toBe("/login");
  expect(calls[0]?.body).toEqual({
    username: "ann",
    password: "correct horse",
    confirmPassword: "correct horse",
    user_image: "/images/avatars/avatar-4.svg",
    recoveryCodes: false,
    website: "",
    role: "user",
  });
});

test("registration takes an image address, without double quotes", async () => {
  const calls = answer(
    "post",
    "/register",
    { id: 1, username: "ann", user_image: "x" },
    { status: 201 },
  );
  const { user } = visit("/register");
  const input = await screen.findByLabelText("Image URL");
  await user.clear(input);
  await user.type(input, '"https://pictures.example/me.png"');
  await fillRegistration(user, "correct horse");
  await screen.findByRole("status");
  expect(calls[0]?.body).toMatchObject({ user_image: "https://pictures.example/me.png" });
});

test("a custom picture is previewed once its URL is complete", async () => {
  const { user } = visit("/register");
  const input = await screen.findByLabelText("Image URL");
  expect(input).toHaveValue("");
  const preview = screen.getByRole("img", { name: "Preview" });
  await user.type(input, "https://pictures.example/me.png");
  expect(preview).toHaveAttribute("src", "/images/avatars/avatar-1.svg");
  await user.tab();
  expect(preview).toHaveAttribute("src", "https://pictures.example/me.png");
  await user.click(screen.getByRole("radio", { name: "Avatar 4" }));
  expect(input).toHaveValue("");
  expect(preview).toHaveAttribute("src", "/images/avatars/avatar-4.svg");
});

test("username, password and confirmation are required", async () => {
  visit("/register");
  expect(await screen.findByLabelText("Username")).toBeRequired();
  expect(screen.getByLabelText("Password")).toBeRequired();
  expect(screen.getByLabelText("Confirm password")).toBeRequired();
});

test("two passwords that differ are not sent", async () => {
  const { user } = visit("/register");
  await fillRegistration(user, "battery staple");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Password & Confirm Password do not match.",
  );
});

test.each([
  [400, "Bad Request: User already exists"],
  [500, "There were problems registering this user."],
])("a registration refused with %d says so", async (status, sentence) => {
  refuse("post", "/register", status);
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
});

test("a 422 stands at its field", async () => {
  const errors = [{ field: "username", message: "Use letters and digits." }];
  refuse("post", "/register", 422, { errors });
  const { user } = visit("/register");
  await fillRegistration(user, "correct horse");
  expect(await screen.findByText("Use letters and digits.")).toBeVisible();
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("Use letters and digits.");
});

test("a changed password keeps this device signed in", async () => {
  quietHome();
  signIn();
  const fresh = tokenUntil(LATER + 1);
  const calls = answer("put", "/api/user/{id}/password", { token: fresh });
  const { user } = visit("/password");
  await user.type(await screen.findByLabelText("Current password"), "correct horse");
  await user.type(screen.getByLabelText("New password"), "battery staple");
  await user.type(screen.getByLabelText("Confirm password"), "battery staple");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Your password was changed.");
  expect(calls[0]?.body).toMatchObject({ current: "correct horse", password: "battery staple" });
  expect(localStorage.getItem("token")).toBe(fresh);
});

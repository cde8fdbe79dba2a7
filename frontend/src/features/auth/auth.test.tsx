import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { atThread } from "../../../test/thread";
import { answer, refuse } from "../../../test/server";
import { ann, forum, LATER, signIn, tokenUntil } from "../../../test/fixtures";
import { fillLogin } from "../../../test/login";
import { session } from "../../api/session";

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

test("the welcome offers forums, but lies over no form that was asked for", async () => {
  quietHome();
  answer("get", "/forums", [forum()]);
  answer("post", "/login", { token, user: ann() });
  answer("get", "/moderation/user/{id}", []);
  answer("get", "/api/user/{id}", ann());
  const { user } = visit("/login");
  await fillLogin(user);
  const dialog = within(await screen.findByRole("dialog", { name: "Welcome, ann!" }));
  expect(await dialog.findByRole("link", { name: "Gardening" })).toHaveAttribute(
    "href",
    "/forums/7",
  );
  expect(dialog.queryByRole("link", { name: "Generate recovery codes" })).toBeNull();
  act(() => session.clear());
  await user.click(dialog.getByRole("button", { name: "Close" }));
  cleanup();
  const second = visit("/login?next=%2Fforums%2Fcreate");
  await fillLogin(second.user);
  await waitFor(() => expect(second.address()).toBe("/forums/create"));
  expect(await screen.findByRole("heading", { name: "Create a Forum" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a wrong password is told with the spec's words", async () => {
  refuse("post", "/login", 401, { detail: "Invalid username and password!" });
  const { user } = visit("/login");
  await fillLogin(user);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent(/^Invalid username and password!$/);
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

test("a logout clears memory, storage and the member's drafts", async () => {
  signIn();
  localStorage.setItem("draft:1:forum:topic", "half a word");
  localStorage.setItem("draft:12:forum:topic", "of somebody else");
  quietHome();
  const { user, address } = visit("/");
  await user.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login");
  expect(session.get()).toEqual({ token: "", user: null, access: [] });
  expect(Object.keys(localStorage)).toEqual(["draft:12:forum:topic"]);
});

test("a link to the logout ends no session before its button", async () => {
  signIn();
  const html = '<p><a href="/logout">look</a></p>';
  const { user, address } = atThread([], "/posts/11", { description_html: html });
  await user.click(await screen.findByRole("link", { name: "look" }));
  expect(await screen.findByRole("heading", { name: "Sign out?" })).toBeVisible();
  expect(session.get().user?.username).toBe("ann");
  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login");
});

test("the logout of a visitor is the login", async () => {
  const { address } = visit("/logout");
  await screen.findByRole("heading", { name: "Please Sign In" });
  expect(address()).toBe("/login");
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

test.each(["/login", "/register"])("%s leads members on", async (path) => {
  signIn();
  answer("get", "/forums", []);
  const { address } = visit(`${path}?next=%2Fforums`);
  await screen.findByRole("heading", { level: 1, name: "Forums" });
  expect(address()).toBe("/forums");
});

test("a sign-in in another tab leads on from the login", async () => {
  answer("get", "/forums", []);
  const { address } = visit("/login?next=%2Fforums");
  await screen.findByRole("heading", { name: "Please Sign In" });
  localStorage.setItem("token", tokenUntil(LATER));
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "token" })));
  await screen.findByRole("heading", { level: 1, name: "Forums" });
  expect(address()).toBe("/forums");
});

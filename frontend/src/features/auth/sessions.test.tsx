import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { LATER, openSession, signIn, tokenUntil } from "../../../test/fixtures";
import { answer, refuse, unreachable } from "../../../test/server";

const SESSIONS = "/api/user/{id}/sessions";
const SESSION = "/api/user/{id}/sessions/{sessionId}";
type User = ReturnType<typeof visit>["user"];

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const here = openSession({ id: 71, lastUsedAt: hoursAgo(1) });
const phone = openSession({
  id: 72,
  client: "Safari on iPhone",
  network: "2001:db8:1::/48",
  createdAt: new Date(2026, 2, 3, 9, 8).toISOString(),
  lastUsedAt: hoursAgo(0.5),
  method: "recovery-code",
  current: false,
});
const unknown = openSession({
  id: 73,
  client: "",
  network: "",
  createdAt: new Date(2026, 10, 3, 9, 8).toISOString(),
  lastUsedAt: hoursAgo(2),
  current: false,
});

/** Opens the settings; the rows of the list. */
async function open() {
  signIn();
  const { user } = visit("/settings/security");
  await screen.findByRole("list", { name: "Sessions" });
  return user;
}

const rows = () => within(screen.getByRole("list", { name: "Sessions" })).getAllByRole("listitem");
const names = () => rows().map((row) => within(row).getByRole("heading").textContent?.trim());

async function signOutOthers(user: User) {
  await user.click(screen.getByRole("button", { name: "Sign out all others" }));
  const question = await screen.findByRole("dialog", { name: "Sign out all other devices?" });
  await user.click(within(question).getByRole("button", { name: "Sign out" }));
}

test("this device comes first, then the latest used", async () => {
  answer("get", SESSIONS, [phone, here, unknown]);
  await open();
  expect(names()).toEqual(["Firefox on Linux This device", "Safari on iPhone", "Unknown device"]);
  const [first, second, third] = rows();
  expect(first).toHaveTextContent("Active now");
  expect(first).toHaveTextContent("Network 203.0.113.0/24");
  expect(within(first!).queryByRole("button")).toBeNull();
  expect(second).toHaveTextContent("Last used 30 minutes ago");
  expect(second).toHaveTextContent("Network 2001:db8:1::/48");
  expect(second).toHaveTextContent("Signed in on Mar 3, 2026 9:08 AM with a recovery code");
  expect(third).toHaveTextContent("Last used 2 hours ago");
  expect(third).not.toHaveTextContent("Network");
  expect(third).toHaveTextContent("Signed in on Nov 3, 2026 9:08 AM with a password");
});

test("the only session needs no buttons", async () => {
  await open();
  expect(screen.getByText("You are signed in on this device only.")).toBeVisible();
  expect(rows()).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^Sign out/ })).toBeNull();
});

test("another device is signed out without a question, and leaves the list", async () => {
  answer("get", SESSIONS, [phone, here, unknown]);
  const user = await open();
  const calls = answer("delete", SESSION, null, { status: 204 });
  answer("get", SESSIONS, [here, unknown]);
  await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  expect(await screen.findByText("The device is signed out.")).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/user/1/sessions/72"]);
  expect(screen.getByRole("button", { name: "Sign out Unknown device" })).toHaveFocus();
});

test("a device that could not be signed out stays, with what to do", async () => {
  answer("get", SESSIONS, [here, phone]);
  const user = await open();
  refuse("delete", SESSION, 503, { detail: "The server is busy. Please try again." });
  await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't sign out the device. Try again.");
  expect(rows()).toHaveLength(2);
});

test("a session that was over already leaves the list", async () => {
  answer("get", SESSIONS, [here, phone]);
  const user = await open();
  refuse("delete", SESSION, 404, { detail: "This session is over already." });
  answer("get", SESSIONS, [here]);
  await user.click(screen.getByRole("button", { name: "Sign out Safari on iPhone" }));
  expect(await screen.findByText("This session is over already.")).toBeVisible();
  expect(await screen.findByText("You are signed in on this device only.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("signing out all others asks first and keeps this device signed in", async () => {
  answer("get", SESSIONS, [here, phone, unknown]);
  const user = await open();
  const fresh = tokenUntil(LATER + 1);
  const calls = answer("delete", SESSIONS, { token: fresh });
  answer("get", SESSIONS, [here]);
  await signOutOthers(user);
  expect(await screen.findByText("All other devices are signed out.")).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(calls.map(({ url }) => url.search)).toEqual([""]);
  expect(localStorage.getItem("token")).toBe(fresh);
});

test("no session ends without the answer to the question", async () => {
  answer("get", SESSIONS, [here, phone]);
  const user = await open();
  const calls = answer("delete", SESSIONS, { token: tokenUntil(LATER + 1) });
  await user.click(screen.getByRole("button", { name: "Sign out all others" }));
  const question = await screen.findByRole("dialog", { name: "Sign out all other devices?" });
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(rows()).toHaveLength(2);
  expect(calls).toHaveLength(0);
});

test("others that could not be signed out stay, with what to do", async () => {
  answer("get", SESSIONS, [here, phone]);
  const user = await open();
  unreachable("delete", SESSIONS);
  await signOutOthers(user);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't sign out the other devices. Try again.");
  expect(rows()).toHaveLength(2);
});

test("a new password signs out the others, so the list is loaded again", async () => {
  answer("get", SESSIONS, [here, phone]);
  for (const path of ["/api/posts", "/forums", "/forums/favorites"] as const)
    answer("get", path, []);
  signIn();
  const { user, router } = visit("/settings/security");
  await screen.findByRole("list", { name: "Sessions" });
  answer("put", "/api/user/{id}/password", { token: tokenUntil(LATER + 1) });
  answer("get", SESSIONS, [here]);
  await user.type(screen.getByLabelText("Current password"), "correct horse");
  await user.type(screen.getByLabelText("New password"), "battery staple");
  await user.type(screen.getByLabelText("Confirm password"), "battery staple{Enter}");
  await screen.findByText("Your password was changed.");
  await act(() => router.navigate("/settings/security"));
  expect(await screen.findByText("You are signed in on this device only.")).toBeVisible();
});

test("a list that fails to load can be tried again", async () => {
  signIn();
  refuse("get", SESSIONS, 503);
  const { user } = visit("/settings/security");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't load your sessions. Try again.");
  answer("get", SESSIONS, [here]);
  await user.click(within(alert).getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("You are signed in on this device only.")).toBeVisible();
});

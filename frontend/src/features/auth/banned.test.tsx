import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse } from "../../../test/server";
import { LATER, report, signIn, tokenUntil } from "../../../test/fixtures";
import { fillLogin } from "../../../test/login";
import { session } from "../../api/session";

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

test("a draft of an appeal survives a reload", async () => {
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

test("a second appeal is refused", async () => {
  refuse("post", "/login", 403, { code: "banned", appeal_token: "for-appeals" });
  refuse("post", "/api/appeals", 409, { code: "appealed" });
  const { user } = visit("/login");
  await fillLogin(user);
  await user.type(await screen.findByRole("textbox", { name: "Appeal" }), "Again");
  await user.click(screen.getByRole("button", { name: "Send appeal" }));
  expect(await screen.findByText(/already appealed this ban/)).toBeVisible();
});

test("a ban ends the session and shows the banned dialog", async () => {
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

test("a banned user downloads the data and deletes the account", async () => {
  const token = tokenUntil(LATER);
  refuse("post", "/login", 403, { code: "banned", appeal_token: token });
  const { user, address } = visit("/login");
  await fillLogin(user);
  const exports = answer("get", "/api/user/{id}/export", { account: { id: 1 } } as never);
  URL.createObjectURL = () => "blob:1";
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await user.click(await screen.findByRole("button", { name: "Download your data" }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(exports[0]?.token).toBe(`Bearer ${token}`);
  await user.click(screen.getByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const deletions = answer("delete", "/api/user/{id}", null, { status: 204 });
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  expect(dialog.getByLabelText("Password")).toHaveAccessibleDescription(
    /^Leave it empty if your account has no password/,
  );
  await user.type(dialog.getByLabelText("Password"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Delete account" }));
  expect(await screen.findByText("Your account was deleted.")).toBeVisible();
  expect(address()).toBe("/");
  expect(deletions[0]).toMatchObject({
    body: { current: "correct horse" },
    token: `Bearer ${token}`,
  });
});

import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { ann, LATER, signIn, tokenUntil } from "../../../test/fixtures";
import { queryClient } from "../../api/queryClient";
import { session } from "../../api/session";

function open() {
  answer("get", "/api/user/{id}", ann());
  answer("get", "/moderation/user/{id}", []);
  signIn(ann());
  return visit("/your-data");
}

async function ask(user: ReturnType<typeof visit>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Delete account" }));
  return screen.findByRole("dialog", { name: "Delete your account?" });
}

test("the profile menu leads to it", async () => {
  answer("get", "/api/user/{id}", ann());
  answer("get", "/moderation/user/{id}", []);
  answer("get", "/api/contacts", []);
  signIn(ann());
  const { user, address } = visit("/messages");
  await user.click(await screen.findByRole("button", { name: /Profile picture/ }));
  await user.click(screen.getByRole("link", { name: "Settings" }));
  await user.click(await screen.findByRole("link", { name: "Your data" }));
  await waitFor(() => expect(address()).toBe("/settings/data"));
  expect(await screen.findByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
});

test("the download's file name has the username", async () => {
  const calls = answer("get", "/api/user/{id}/export", { account: { id: 1 } } as never);
  const kept: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => `blob:${kept.push(file as Blob)}`;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(`${this.download} from ${this.href}`);
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Download" }));
  await waitFor(() => expect(names).toEqual(["postup-ann.json from blob:1"]));
  expect(await kept[0]?.text()).toBe('{"account":{"id":1}}');
  expect(calls[0]?.token).toMatch(/^Bearer /);
});

test("a failed download shows an error", async () => {
  refuse("get", "/api/user/{id}/export", 503, { detail: "The forum is busy." });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Download" }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't download your data.");
  expect(alert).toHaveTextContent("The forum is busy.");
});

test("the dialog lists the consequences; Cancel deletes nothing", async () => {
  const calls = answer("delete", "/api/user/{id}", null, { status: 204 });
  const { user } = open();
  const dialog = await ask(user);
  expect(dialog).toHaveAccessibleDescription(
    /^Your content stays, shown as \[deleted\]\. Delete anything you don't want kept first\./,
  );
  expect(dialog).toHaveTextContent("Your messages are deleted, from the other person's list too.");
  expect(dialog).toHaveTextContent("nobody can register it again");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls).toEqual([]);
});

test("the password deletes the account, and the session with it", async () => {
  const calls = answer("delete", "/api/user/{id}", null, { status: 204 });
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  const { user, address } = open();
  const dialog = await ask(user);
  await user.type(within(dialog).getByLabelText("Password"), "correct horse");
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Your account was deleted.");
  expect(calls[0]?.body).toEqual({ current: "correct horse" });
  expect(address()).toBe("/");
  expect(localStorage.getItem("token")).toBeNull();
  expect(localStorage.getItem("user")).toBeNull();
});

test("a late answer to a deletion signs nobody else out", async () => {
  const slow = Promise.withResolvers<null>();
  answer("delete", "/api/user/{id}", () => slow.promise as Promise<never>);
  const { user } = open();
  const dialog = await ask(user);
  await user.type(within(dialog).getByLabelText("Password"), "correct horse{Enter}");
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  const other = { token: tokenUntil(LATER + 1), user: ann({ id: 2, username: "bob" }), access: [] };
  act(() => session.set(other));
  slow.resolve(null);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(session.get()).toEqual(other);
});

test.each([
  [403, "wrong-password", "The current password is wrong."],
  [422, "last-admin", "You are the last admin. Make somebody else an admin first."],
])("a refusal (%d %s) is shown in the open dialog", async (status, code, detail) => {
  refuse("delete", "/api/user/{id}", status, { code, detail });
  const { user } = open();
  const dialog = await ask(user);
  await user.type(within(dialog).getByLabelText("Password"), "wrong horse");
  await user.click(within(dialog).getByRole("button", { name: "Delete account" }));
  await waitFor(() => expect(within(dialog).getByLabelText("Password")).toBeInvalid());
  expect(within(dialog).getByLabelText("Password")).toHaveAccessibleDescription(detail);
  expect(within(dialog).getByLabelText("Password")).toHaveFocus();
  expect(within(dialog).getByRole("alert")).toHaveTextContent(detail);
  expect(localStorage.getItem("token")).not.toBeNull();
});

test("an account that could not be deleted says so in its dialog", async () => {
  unreachable("delete", "/api/user/{id}");
  const { user } = open();
  const dialog = await ask(user);
  await user.type(within(dialog).getByLabelText("Password"), "correct horse{Enter}");
  const alert = await within(dialog).findByRole("alert");
  expect(alert).toHaveTextContent("Couldn't delete the account. Try again.");
  expect(alert).toHaveTextContent("Server could not be reached.");
});

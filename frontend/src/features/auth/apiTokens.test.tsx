import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { openSession, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import type { ApiToken } from "../../api/types";

const TOKENS = "/api/user/{id}/tokens";
const TOKEN = "/api/user/{id}/tokens/{tokenId}";
const TEXT = `postup_${"a".repeat(40)}`;
type User = ReturnType<typeof visit>["user"];

const archive: ApiToken = {
  id: 7,
  name: "Archive",
  scopes: ["read", "write"],
  createdAt: new Date(2026, 2, 3, 9, 8).toISOString(),
  expiresAt: new Date(2036, 3, 2, 9, 8).toISOString(),
  lastUsedAt: null,
};

async function openSettings(role?: string) {
  signIn(role ? { authorities: [{ name: role }] } : {});
  const { user } = visit("/settings/security");
  return { user, card: within(await screen.findByRole("region", { name: "API tokens" })) };
}

async function openDialog(user: User) {
  await user.click(await screen.findByRole("button", { name: "Create a token…" }));
  return within(await screen.findByRole("dialog", { name: "Create an API token" }));
}

test("a token is created with what it may do, and shown once with a button that copies it", async () => {
  const made = answer("post", TOKENS, { ...archive, token: TEXT }, { status: 201 });
  const { user, card } = await openSettings();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Name of the token"), "Archive");
  expect(dialog.getByRole("checkbox", { name: "Read" })).toBeChecked();
  await user.click(dialog.getByRole("checkbox", { name: "Write" }));
  await user.selectOptions(dialog.getByLabelText("Valid for"), "90 days");
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  answer("get", TOKENS, [archive]);
  await user.click(dialog.getByRole("button", { name: "Create the token" }));
  const shown = await card.findByRole("group", { name: "Your new token" });
  expect(shown).toHaveFocus();
  expect(shown).toHaveTextContent(TEXT);
  expect(shown).toHaveAccessibleDescription(/you won't see it again/);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(card.getByRole("button", { name: "Copy the token" }));
  expect(await navigator.clipboard.readText()).toBe(TEXT);
  expect(made[0]?.body).toEqual({
    name: "Archive",
    scopes: ["read", "write"],
    days: 90,
    password: "correct horse",
  });
  const row = await card.findByRole("listitem");
  expect(row).toHaveTextContent("ArchiveReadWrite");
  expect(row).toHaveTextContent("Created on Mar 3, 2026 9:08 AM");
  expect(row).toHaveTextContent("Expires on Apr 2, 2036 9:08 AM");
  expect(row).toHaveTextContent("Never used");
});

test("a new token that is revoked is not shown any more", async () => {
  answer("post", TOKENS, { ...archive, token: TEXT }, { status: 201 });
  answer("delete", TOKEN, null, { status: 204 });
  const { user, card } = await openSettings();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Name of the token"), "Archive");
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  answer("get", TOKENS, [archive]);
  await user.click(dialog.getByRole("button", { name: "Create the token" }));
  await card.findByRole("group", { name: "Your new token" });
  answer("get", TOKENS, []);
  await revoke(user);
  await waitFor(() => expect(card.queryByText(TEXT)).toBeNull());
});

test("members choose among what they may do themselves", async () => {
  const boxes = () => screen.getAllByRole("checkbox").map((box) => box.getAttribute("name"));
  const { user } = await openSettings();
  await openDialog(user);
  expect(boxes()).toEqual(["read", "write"]);
});

test("an admin chooses among everything", async () => {
  const { user } = await openSettings("ROLE_ADMIN");
  const dialog = await openDialog(user);
  for (const name of ["Read", "Write", "Moderate", "Administer"])
    expect(dialog.getByRole("checkbox", { name })).toHaveAccessibleDescription(/\.$/);
});

test("where the second step is on, a token takes a code, too", async () => {
  answer("get", "/api/user/{id}/totp", { activeSince: archive.createdAt });
  answer("get", "/api/user/{id}/sessions", [openSession()]);
  const refused = refuse("post", TOKENS, 403, { code: "wrong-code", detail: "It is wrong." });
  const { user } = await openSettings();
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Name of the token"), "Archive");
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  await user.type(await dialog.findByLabelText("Code"), "000000");
  await user.click(dialog.getByRole("button", { name: "Create the token" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("It is wrong.");
  expect(refused[0]?.body).toMatchObject({ code: "000000" });
  expect(dialog.getByLabelText("Name of the token")).toHaveValue("Archive");
});

test("a token that may do nothing is refused at the boxes", async () => {
  const message = "Choose at least one of read, write, moderate and admin.";
  refuse("post", TOKENS, 422, { detail: message, errors: [{ field: "scopes", message }] });
  const { user } = await openSettings();
  const dialog = await openDialog(user);
  await user.click(dialog.getByRole("checkbox", { name: "Read" }));
  await user.type(dialog.getByLabelText("Name of the token"), "Archive");
  await user.type(dialog.getByLabelText("Your password"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Create the token" }));
  const boxes = dialog.getByRole("group", { name: "What may it do?" });
  expect(await within(boxes).findByText(message)).toBeVisible();
});

async function revoke(user: User) {
  await user.click(await screen.findByRole("button", { name: "Revoke Archive" }));
  const question = await screen.findByRole("dialog", { name: "Revoke the token “Archive”?" });
  await user.click(within(question).getByRole("button", { name: "Revoke" }));
}

test("a token is revoked after a question", async () => {
  answer("get", TOKENS, [{ ...archive, lastUsedAt: new Date().toISOString() }]);
  const revoked = answer("delete", TOKEN, null, { status: 204 });
  const { user, card } = await openSettings();
  expect(await card.findByRole("listitem")).toHaveTextContent("Last used a few seconds ago");
  answer("get", TOKENS, []);
  await revoke(user);
  expect(await screen.findByText("The token is revoked.")).toBeVisible();
  await waitFor(() => expect(card.queryByRole("listitem")).toBeNull());
  expect(revoked[0]?.url.pathname).toBe("/api/user/1/tokens/7");
});

test("a token that is gone needs no revocation", async () => {
  answer("get", TOKENS, [archive]);
  refuse("delete", TOKEN, 404, { detail: "It is gone." });
  const { user } = await openSettings();
  await revoke(user);
  expect(await screen.findByText("It is gone.")).toBeVisible();
});

test("twenty are enough", async () => {
  const tokens = Array.from({ length: 20 }, (_, id) => ({ ...archive, id: id + 1 }));
  answer("get", TOKENS, tokens);
  const { card } = await openSettings();
  expect(await card.findByText(/^You have 20 tokens/)).toBeVisible();
  expect(card.queryByRole("button", { name: "Create a token…" })).toBeNull();
});

test("who lacks a needed second step sees none", async () => {
  refuse("get", TOKENS, 403, { code: "second-step-needed", detail: "Set up a second step." });
  signIn();
  visit("/settings/security");
  await screen.findByRole("list", { name: "Sessions" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "API tokens" })).toBeNull());
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { post, reply, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import { atThread, item } from "../../../test/thread";
import type { Reply, Revision } from "../../api/types";

const mine = (change: Partial<Reply> = {}) =>
  reply({ user: { username: "ann", user_image: "" }, ...change });
const revision = (version: number, description: string, title?: string): Revision => ({
  version,
  at: "2026-11-19T10:58:00Z",
  username: "ann",
  description,
  hidden: false,
  ...(title !== undefined && { title }),
});

async function openEditor() {
  const thread = atThread([mine({ replies: [reply({ id: 22, respondsTo: 21 })] })]);
  await screen.findAllByText("Well grown");
  await thread.user.click(item(21).getByRole("button", { name: "Edit" }));
  return thread;
}

test("only its author may edit a reply", async () => {
  signIn({}, [7]);
  atThread([mine(), reply({ id: 22 })]);
  await screen.findAllByText("Well grown");
  expect(item(21).getByRole("button", { name: "Edit" })).toBeVisible();
  expect(item(22).queryByRole("button", { name: "Edit" })).toBeNull();
});

test("a reply is edited in place and keeps what is below it", async () => {
  signIn();
  const edited = { description: "Red", edited: true, editedAt: revision(2, "Red").at };
  const calls = answer("put", "/api/replies/{id}", mine(edited));
  const { user } = await openEditor();
  const box = item(21).getByLabelText("Edit reply");
  expect(box).toHaveFocus();
  expect(box).toHaveValue("Well grown");
  await user.clear(box);
  await user.type(box, "Red{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Red")).toBeVisible();
  expect(calls[0]?.body).toEqual({ description: "Red" });
  expect(item(21).getByRole("button", { name: /^edited .* ago/ })).toBeVisible();
  expect(item(22).getByText("Well grown")).toBeVisible();
  await waitFor(() => expect(item(21).getByRole("button", { name: "Edit" })).toHaveFocus());
  expect(localStorage.getItem("draft:1:reply-edit-21")).toBeNull();
});

test.each([
  [409, "The post is locked."],
  [507, "The disk is full."],
])("an edit refused with %i keeps the text, also over a reload", async (status, detail) => {
  signIn();
  refuse("put", "/api/replies/{id}", status, { detail });
  const { user } = await openEditor();
  await user.type(item(21).getByLabelText("Edit reply"), " and red");
  await user.click(item(21).getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    `Failed to edit reply. Status code: ${status}${detail}`,
  );
  expect(item(21).getByLabelText("Edit reply")).toHaveValue("Well grown and red");
  expect(localStorage.getItem("draft:1:reply-edit-21")).toContain("and red");
});

test("a refused edit focuses its box", async () => {
  signIn();
  const errors = [{ field: "description", message: "“spam” is not allowed here." }];
  refuse("put", "/api/replies/{id}", 422, { errors });
  const { user } = await openEditor();
  const box = item(21).getByLabelText("Edit reply");
  await user.type(box, " spam");
  await user.click(item(21).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(box).toHaveAccessibleDescription("“spam” is not allowed here."));
  expect(box).toHaveFocus();
});

test("a begun edit is open again after a reload", async () => {
  signIn();
  const draft = { text: "Well grown and red", base: "Well grown" };
  localStorage.setItem("draft:1:reply-edit-21", JSON.stringify(draft));
  atThread([mine()]);
  const box = await screen.findByLabelText("Edit reply");
  expect(box).toHaveValue("Well grown and red");
  expect(box).not.toHaveFocus();
});

test("the versions show word by word what was changed", async () => {
  answer("get", "/api/replies/{id}/revisions", [
    revision(3, "So very red"),
    revision(2, "So red"),
    revision(1, "So green"),
  ]);
  const { user } = atThread([mine({ edited: true })]);
  await user.click(await screen.findByRole("button", { name: "edited" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Versions" }));
  expect(await dialog.findByText("Version 3 of 3")).toBeVisible();
  expect(dialog.getByText(/very/).tagName).toBe("INS");
  await user.click(dialog.getByRole("button", { name: "Older version" }));
  expect(dialog.getByText("Version 2 of 3")).toBeVisible();
  expect(dialog.getByText("green").tagName).toBe("DEL");
  expect(dialog.getByText("red").tagName).toBe("INS");
  await user.click(dialog.getByRole("button", { name: "Older version" }));
  expect(dialog.getByText("So green").querySelector("ins, del")).toBeNull();
});

test("an edited post shows when and its former titles", async () => {
  answer("get", "/api/posts/{id}/revisions", [
    revision(2, "Red", "Ripe tomatoes"),
    revision(1, "Red", "First tomatoes"),
  ]);
  const { user } = atThread([]);
  answer("get", "/api/posts/{id}", post({ edited: true, editedAt: revision(2, "", "").at }));
  await user.click(await screen.findByRole("button", { name: /^edited .* ago/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Versions" }));
  expect((await dialog.findByText("First")).tagName).toBe("DEL");
  expect(dialog.getByText("Ripe").tagName).toBe("INS");
});

test("the author hides an earlier version, a moderator sees it marked", async () => {
  signIn({ username: "bob" });
  const versions = [revision(2, "Well"), { ...revision(1, "My address"), username: "bob" }];
  answer("get", "/api/replies/{id}/revisions", versions);
  const hides = answer("delete", "/api/replies/{id}/revisions/{version}", null, { status: 204 });
  const { user } = atThread([mine({ edited: true })]);
  await user.click(await screen.findByRole("button", { name: "edited" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Versions" }));
  await dialog.findByText("Version 2 of 2");
  expect(dialog.queryByRole("button", { name: "Hide this version" })).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Older version" }));
  await user.click(dialog.getByRole("button", { name: "Hide this version" }));
  answer("get", "/api/replies/{id}/revisions", [
    revision(2, "Well"),
    { ...revision(1, "My address"), hidden: true },
  ]);
  const question = within(await screen.findByRole("dialog", { name: /^Hide this version/ }));
  await user.click(question.getByRole("button", { name: "Hide" }));
  expect(await screen.findByText("Version hidden.")).toBeVisible();
  expect(hides[0]?.url.pathname).toBe("/api/replies/21/revisions/1");
  const open = within(await screen.findByRole("dialog", { name: "Versions" }));
  await user.click(await open.findByRole("button", { name: "Older version" }));
  expect(await open.findByText("Hidden")).toBeVisible();
  expect(open.queryByRole("button", { name: "Hide this version" })).toBeNull();
});

test("missing versions show an error", async () => {
  refuse("get", "/api/replies/{id}/revisions", 404);
  const { user } = atThread([mine({ edited: true })]);
  await user.click(await screen.findByRole("button", { name: "edited" }));
  expect(await screen.findByText("Couldn't load the versions. Try again.")).toBeVisible();
});

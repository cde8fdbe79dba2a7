import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { atChat, mine } from "../../../test/chat";
import { answer, refuse } from "../../../test/server";
import { message } from "../../../test/fixtures";

async function edit(text: string) {
  const view = atChat([mine({ message: text })]);
  await view.user.click(await screen.findByRole("button", { name: "Edit" }));
  return { ...view, box: screen.getByLabelText<HTMLTextAreaElement>("Edit message") };
}

test("only the sender may edit and delete", async () => {
  const { user } = atChat([message(), mine({ id: 32, message: "Oops" })]);
  const [theirs, own] = await within(await screen.findByRole("log")).findAllByRole("listitem");
  const actions = within(theirs!).getAllByRole("button");
  expect(actions.map((button) => button.title)).toEqual(["Report"]);
  const edits = answer(
    "put",
    "/api/contacts/{userId}/messages/{messageId}",
    mine({ id: 32, message: "Better", edited: true }),
  );
  await user.click(within(own!).getByRole("button", { name: "Edit" }));
  const box = screen.getByLabelText("Edit message");
  await user.clear(box);
  await user.type(box, "Better");
  await user.click(within(own!).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Better", { selector: "p" })).toBeVisible();
  expect(edits[0]?.body).toEqual({ message: "Better" });
  answer("delete", "/api/contacts/{userId}/messages/{messageId}", null, { status: 204 });
  await user.click(within(own!).getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", {
    name: "Are you sure you want to delete this message? This action cannot be undone.",
  });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Better")).toBeNull());
});

test("a refused change and a refused deletion tell the status code", async () => {
  refuse("put", "/api/contacts/{userId}/messages/{messageId}", 404);
  refuse("delete", "/api/contacts/{userId}/messages/{messageId}", 500);
  const { user } = atChat([mine()]);
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  await user.type(screen.getByLabelText("Edit message"), "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Failed to edit message. Status code: 404")).toBeVisible();
  expect(screen.getByLabelText("Edit message")).toHaveValue("Hello ann!");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete message. Status code: 500")).toBeVisible();
});

test("an edit starts at the end of the text", async () => {
  const { box } = await edit("Hello bob");
  expect(box).toHaveFocus();
  expect([box.selectionStart, box.selectionEnd]).toEqual([9, 9]);
});

test("Escape closes an edit and focuses its message", async () => {
  const { user, box } = await edit("Hello bob");
  await user.type(box, "!{Escape}");
  await waitFor(() => expect(box).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
  expect(screen.getByText("Hello bob")).toBeVisible();
});

test("a long edit is not dropped without a question", async () => {
  const { user, box } = await edit("Hello bob");
  await user.type(box, "x".repeat(81));
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("dialog");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(box).toHaveValue(`Hello bob${"x".repeat(81)}`);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard" }),
  );
  await waitFor(() => expect(box).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
});

test("focus stays in place after an edit and a deletion", async () => {
  answer("put", "/api/contacts/{userId}/messages/{messageId}", mine({ message: "Better" }));
  answer("delete", "/api/contacts/{userId}/messages/{messageId}", null, { status: 204 });
  const { user, box } = await edit("Hello bob");
  await user.type(box, "!");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Better");
  expect(screen.getByRole("button", { name: "Edit" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await user.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }),
  );
  await waitFor(() => expect(screen.queryByText("Better")).toBeNull());
  expect(screen.getByRole("log")).toHaveFocus();
});

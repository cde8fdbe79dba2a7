import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { inView } from "../../../test/browser";
import { atChat } from "../../../test/chat";
import { answer, refuse } from "../../../test/server";
import { bob, contact, message, signIn } from "../../../test/fixtures";
import type { Message } from "../../api/types";

const mine = (change = {}) => message({ sender: { id: 1, username: "ann" }, ...change });

test("contacts show unread counts and lead to their chat", async () => {
  signIn();
  answer("get", "/api/contacts", [contact()]);
  visit("/messages");
  const link = await screen.findByRole("link", { name: /bob/ });
  expect(link).toHaveAttribute("href", "/messages/2");
  expect(link).toHaveTextContent("2 unread");
  expect(link).toHaveTextContent("5 messages");
});

test("the toggle leads to a searchable list of users and back", async () => {
  signIn();
  answer("get", "/api/contacts", []);
  answer("get", "/users", [bob()]);
  answer("get", "/users/{id}", bob());
  answer("get", "/api/contacts/{userId}/messages", []);
  const filtered = answer("get", "/users/filtered/{filter}", [bob({ id: 3, username: "bobby" })]);
  const { user, address, router } = visit("/messages");
  await user.click(await screen.findByRole("button", { name: "Send New Message" }));
  expect(await screen.findByRole("link", { name: "bob" })).toHaveAttribute("href", "/messages/2");
  await user.type(screen.getByRole("searchbox"), "bobb%{Enter}");
  expect(await screen.findByRole("link", { name: "bobby" })).toBeVisible();
  expect(filtered[0]?.url.pathname).toBe("/users/filtered/bobb%25");
  expect(address()).toBe("/messages?keyword=bobb%25");
  await user.click(screen.getByRole("link", { name: "bobby" }));
  await screen.findByLabelText("Message");
  await router.navigate(-1);
  expect(await screen.findByRole("searchbox")).toHaveValue("bobb%");
  await user.click(screen.getByRole("button", { name: "Back To Messages" }));
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
});

test("users that do not load say so", async () => {
  signIn();
  answer("get", "/api/contacts", []);
  refuse("get", "/users", 500);
  const { user } = visit("/messages");
  await user.click(await screen.findByRole("button", { name: "Send New Message" }));
  expect(await screen.findByText("Error fetching users.")).toBeVisible();
});

test("messages stand oldest first, an edited one with an asterisk", async () => {
  atChat([mine({ id: 32, message: "Second", edited: true }), message({ message: "First" })]);
  const [first, second] = within(await screen.findByRole("log")).getAllByRole("listitem");
  expect(first).toHaveTextContent("First");
  expect(first).not.toHaveTextContent("*");
  expect(second).toHaveTextContent("Second");
  expect(second).toHaveTextContent("*");
});

test("a message is marked read once a tenth of it is seen, by its recipient alone", async () => {
  const calls = answer(
    "put",
    "/api/contacts/{userId}/messages/{messageId}/read",
    message({ read: true }),
  );
  atChat([message(), mine({ id: 32 })]);
  const [theirs, own] = within(await screen.findByRole("log")).getAllByRole("listitem");
  expect(inView.thresholdOf(theirs!)).toBe(0.1);
  expect(inView.thresholdOf(own!)).toBeUndefined();
  inView.show(theirs!, 0.1);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.url.pathname).toBe("/api/contacts/2/messages/31/read");
});

test("a message is sent, and a failure keeps what was typed", async () => {
  refuse("post", "/api/contacts/{userId}", 500);
  const { user } = atChat([]);
  await user.type(await screen.findByLabelText("Message"), "Hello bob");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to send message. Status code: 500",
  );
  expect(screen.getByLabelText("Message")).toHaveValue("Hello bob");
  const sent = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveValue(""));
  expect(sent[0]?.body).toEqual({ message: "Hello bob", sender: "ann" });
});

test("a message that was sent leaves no draft to whoever went on meanwhile", async () => {
  const slow = Promise.withResolvers<Message>();
  answer("post", "/api/contacts/{userId}", () => slow.promise, { status: 201 });
  const { user } = atChat([]);
  await user.type(await screen.findByLabelText("Message"), "Hello bob");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await user.click(screen.getAllByRole("link", { name: "Messages" })[0]!);
  await screen.findByRole("button", { name: "Send New Message" });
  expect(localStorage.getItem("draft:1:message-2")).toContain("Hello bob");
  slow.resolve(mine());
  await waitFor(() => expect(localStorage.getItem("draft:1:message-2")).toBeNull());
});

test("a fast double click sends one message", async () => {
  const sent = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  const { user } = atChat([]);
  await user.type(await screen.findByLabelText("Message"), "Hello bob");
  const button = screen.getByRole("button", { name: "Send" });
  await act(async () => button.click());
  await act(async () => button.click());
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveValue(""));
  expect(sent).toHaveLength(1);
});

test("only the sender may edit and delete", async () => {
  const { user } = atChat([message(), mine({ id: 32, message: "Oops" })]);
  const [theirs, own] = within(await screen.findByRole("log")).getAllByRole("listitem");
  expect(within(theirs!).queryByRole("button")).toBeNull();
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

test("messages that do not load say so, and can be retried", async () => {
  signIn();
  answer("get", "/users/{id}", bob());
  refuse("get", "/api/contacts/{userId}/messages", 500);
  const { user } = visit("/messages/2");
  expect(await screen.findByText("Oops, it looks like the chat couldn't load")).toBeVisible();
  answer("get", "/api/contacts/{userId}/messages", [message()]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Hello ann")).toBeVisible();
});

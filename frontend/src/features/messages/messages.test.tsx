import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
  const picture = link.parentElement?.querySelector("img");
  expect(picture?.closest("a")).toHaveAttribute("href", "/u/bob");
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
  const [first, second] = await within(await screen.findByRole("log")).findAllByRole("listitem");
  expect(first).toHaveTextContent("First");
  expect(first).not.toHaveTextContent("*");
  expect(second).toHaveTextContent("Second");
  expect(second).toHaveTextContent("*");
});

test("a recipient marks a message read once a tenth is visible", async () => {
  const calls = answer(
    "put",
    "/api/contacts/{userId}/messages/{messageId}/read",
    message({ read: true }),
  );
  atChat([message(), mine({ id: 32 })]);
  const [theirs, own] = await within(await screen.findByRole("log")).findAllByRole("listitem");
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

test("a refused or blank message stands at its field, which gets the focus", async () => {
  signIn();
  const errors = [{ field: "message", message: "Contains a character that is not allowed." }];
  refuse("post", "/api/contacts/{userId}", 422, { errors });
  const { user } = atChat([]);
  const box = await screen.findByLabelText("Message");
  await user.type(box, "Hi");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(box).toHaveAccessibleDescription(errors[0]?.message));
  expect(box).toHaveFocus();
  await user.clear(box);
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(box).toHaveAccessibleDescription("Message cannot be empty.");
  expect(box).toHaveFocus();
});

test("a sent message leaves no draft in the next conversation", async () => {
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

test("double Ctrl+Enter sends one message and keeps focus", async () => {
  const sent = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  const { user } = atChat([]);
  const box = await screen.findByLabelText("Message");
  await user.type(box, "Hello bob");
  act(() => {
    fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
    fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
  });
  await waitFor(() => expect(box).toHaveValue(""));
  expect(sent).toHaveLength(1);
  expect(box).toHaveFocus();
});

test("what is typed while a message is sent stays", async () => {
  const slow = Promise.withResolvers<Message>();
  answer("post", "/api/contacts/{userId}", () => slow.promise, { status: 201 });
  const { user } = atChat([]);
  const box = await screen.findByLabelText("Message");
  await user.type(box, "Hello bob");
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(box).toHaveFocus();
  await user.keyboard(" and more");
  slow.resolve(mine());
  await waitFor(() => expect(box).toHaveValue("and more"));
});

test("a message that is sent from further up is scrolled to", async () => {
  const messages = [message()];
  const { user } = atChat(messages);
  const log = await screen.findByRole("log");
  answer(
    "post",
    "/api/contacts/{userId}",
    () => {
      messages.push(mine({ id: 32 }));
      return mine({ id: 32 });
    },
    { status: 201 },
  );
  scrollUp(log);
  await user.type(screen.getByLabelText("Message"), "Hello bob");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(within(log).getAllByRole("listitem")).toHaveLength(2));
  await waitFor(() => expect(log.scrollTop).toBe(0));
});

/** Scrolls up to older messages. */
function scrollUp(log: HTMLElement) {
  log.scrollTop = -400;
  fireEvent.scroll(log);
}

async function edit(text: string) {
  const view = atChat([mine({ message: text })]);
  await view.user.click(await screen.findByRole("button", { name: "Edit" }));
  return { ...view, box: screen.getByLabelText<HTMLTextAreaElement>("Edit message") };
}

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

test("messages are grouped by day, each with its time", async () => {
  const today = new Date();
  today.setHours(9, 5);
  atChat([
    message({ message: "Then", receivedOn: "2025-03-04T12:00:00Z" }),
    message({ id: 32, message: "Now", receivedOn: today.toISOString() }),
  ]);
  const log = within(await screen.findByRole("log"));
  const headings = (await log.findAllByRole("heading")).map(({ textContent }) => textContent);
  expect(headings).toEqual(["Tuesday, March 4, 2025", "Today"]);
  const [, now] = log.getAllByRole("listitem");
  expect(now?.querySelector("time")).toHaveTextContent(/^9:05\sAM$/);
  expect(now?.querySelector("time")).toHaveAttribute("title", expect.stringMatching(/9:05 AM$/));
});

test("a chat with yourself says so and leads back", async () => {
  signIn();
  visit("/messages/1");
  expect(await screen.findByText("You can't send messages to yourself.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back To Messages" })).toHaveAttribute(
    "href",
    "/messages",
  );
  expect(screen.queryByLabelText("Message")).toBeNull();
});

test("without contacts the list invites to write", async () => {
  signIn();
  answer("get", "/api/contacts", []);
  visit("/messages");
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find someone to write to" })).toHaveAttribute(
    "href",
    "/messages?keyword=",
  );
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

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { inView } from "../../../test/browser";
import { atChat, mine } from "../../../test/chat";
import { answer, refuse } from "../../../test/server";
import { bob, contact, message, signIn } from "../../../test/fixtures";

const READ = "/api/contacts/{userId}/messages/{messageId}/read";

test("contacts show unread counts and lead to their chat", async () => {
  signIn();
  const own = { excerpt: "Thank you", own: true };
  const eve = contact({ id: 3, username: "eve", lastMessage: own, blocked: true });
  answer("get", "/api/contacts", [contact(), eve]);
  visit("/messages");
  const link = await screen.findByRole("link", { name: /bob/ });
  expect(link).toHaveAttribute("href", "/messages/2");
  expect(link).toHaveTextContent("2 unread");
  const picture = link.parentElement?.querySelector("img");
  expect(picture?.closest("a")).toHaveAttribute("href", "/u/bob");
  expect(link).toHaveTextContent(/^bob Hello ann/);
  const other = screen.getByRole("link", { name: /eve/ });
  expect(other).toHaveTextContent("blocked · You: Thank you");
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

test("users that fail to load show an error", async () => {
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
  const calls = answer("put", READ, message({ read: true }));
  atChat([message(), mine({ id: 32 })]);
  const [theirs, own] = await within(await screen.findByRole("log")).findAllByRole("listitem");
  expect(inView.thresholdOf(theirs!)).toBe(0.1);
  expect(inView.thresholdOf(own!)).toBeUndefined();
  inView.show(theirs!, 0.1);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.url.pathname).toBe("/api/contacts/2/messages/31/read");
});

test("messages on one screen are marked read by one call", async () => {
  const calls = answer("put", READ, message({ id: 33, read: true }));
  atChat([message(), mine({ id: 32 }), message({ id: 33 })]);
  const [first, , last] = await within(await screen.findByRole("log")).findAllByRole("listitem");
  inView.show(last!, 0.1);
  inView.show(first!, 0.1);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.url.pathname).toBe("/api/contacts/2/messages/33/read");
  expect(calls[0]?.url.search).toBe("?from=31");
  // Both are read now, and not watched any more.
  await waitFor(() => expect(inView.thresholdOf(first!)).toBeUndefined());
  expect(inView.thresholdOf(last!)).toBeUndefined();
  expect(calls).toHaveLength(1);
});

test("what was seen is marked read when the page goes", async () => {
  const calls = answer("put", READ, message({ read: true }));
  atChat([message()]);
  const [theirs] = await within(await screen.findByRole("log")).findAllByRole("listitem");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  inView.show(theirs!, 0.1);
  fireEvent(window, new Event("pagehide"));
  vi.useRealTimers();
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("a message deleted meanwhile leaves no other unread", async () => {
  const calls = refuse("put", READ, 404, { detail: "There is no such message." });
  atChat([message(), message({ id: 32 }), message({ id: 33 })]);
  const shown = await within(await screen.findByRole("log")).findAllByRole("listitem");
  for (const item of shown) inView.show(item, 0.1);
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls.map(({ url }) => url.pathname + url.search)).toEqual([
    "/api/contacts/2/messages/33/read?from=31",
    "/api/contacts/2/messages/32/read?from=31",
    "/api/contacts/2/messages/31/read",
  ]);
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
  expect(screen.getByRole("link", { name: "Find someone to message" })).toHaveAttribute(
    "href",
    "/messages?keyword=",
  );
});

test("messages that fail to load have a Retry button", async () => {
  signIn();
  answer("get", "/users/{id}", bob());
  refuse("get", "/api/contacts/{userId}/messages", 500);
  const { user } = visit("/messages/2");
  expect(await screen.findByText("Oops, it looks like the chat couldn't load")).toBeVisible();
  answer("get", "/api/contacts/{userId}/messages", [message()]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Hello ann")).toBeVisible();
});

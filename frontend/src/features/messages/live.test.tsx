import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { atChat } from "../../../test/chat";
import { contact, message } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { answer } from "../../../test/server";

afterEach(() => void vi.useRealTimers());
const own = { sender: { id: 1, username: "ann" } };

test("a message appears at once, and nothing polls", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { send, follows } = liveServer();
  const messages = [message({ read: true })];
  const { calls } = atChat(messages);
  await screen.findByText("Hello ann");
  await follows();
  messages.unshift(message({ id: 32, message: "Still there?", read: true }));
  await send("message", { contactId: 2, messageId: 32, act: "sent" });
  await screen.findByText("Still there?");
  const asked = calls.length;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(calls).toHaveLength(asked);
});

test("read marks and deletions appear in place", async () => {
  const { send, follows } = liveServer();
  const messages = [message({ id: 32, message: "Bye", ...own }), message({ ...own })];
  atChat(messages);
  await screen.findByText("Bye");
  await follows();
  messages[0] = message({ id: 32, message: "Bye", read: true, ...own });
  await send("message", { contactId: 2, messageId: 32, act: "read" });
  expect(await screen.findByText("read")).toBeVisible();
  messages.pop();
  await send("message", { contactId: 2, messageId: 31, act: "deleted" });
  await waitFor(() => expect(screen.queryByText("Hello ann")).toBeNull());
});

test("an edited message is asked for again", async () => {
  const { send, follows } = liveServer();
  const messages = [message({ read: true })];
  atChat(messages);
  await screen.findByText("Hello ann");
  await follows();
  messages[0] = message({ message: "Hello Ann", edited: true, read: true });
  await send("message", { contactId: 2, messageId: 31, act: "edited" });
  expect(await screen.findByText("Hello Ann")).toBeVisible();
});

test("the contacts follow what is written", async () => {
  const { send, follows } = liveServer();
  const { router } = atChat([]);
  await follows();
  answer("get", "/api/contacts", [contact({ unread: 3 })]);
  await act(() => router.navigate("/messages"));
  const link = await screen.findByRole("link", { name: /bob/ });
  expect(link).toHaveTextContent("3 unread");
  answer("get", "/api/contacts", [contact({ unread: 4 })]);
  await send("message", { contactId: 2, messageId: 32, act: "sent" });
  await waitFor(() => expect(link).toHaveTextContent("4 unread"));
});

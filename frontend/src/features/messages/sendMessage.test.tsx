import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { atChat, mine } from "../../../test/chat";
import { answer, refuse } from "../../../test/server";
import { bob, message, signIn } from "../../../test/fixtures";
import type { Message } from "../../api/types";
import { setEnterSends } from "./enterSends";

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

test("a refused or blank message focuses its box", async () => {
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

test("text typed while a message is sent stays", async () => {
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

test("a message sent from further up is scrolled to", async () => {
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

test("Enter sends where the setting says so, and Shift+Enter breaks the line", async () => {
  const sent = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  setEnterSends(false);
  const { user } = atChat([]);
  const box = await screen.findByLabelText("Message");
  await user.type(box, "Hello{Enter}");
  expect(box).toHaveValue("Hello\n");
  act(() => setEnterSends(true));
  expect(screen.getByText("Enter sends, Shift+Enter starts a new line.")).toBeVisible();
  await user.type(box, "{Shift>}{Enter}{/Shift}bob{Enter}");
  await waitFor(() => expect(sent[0]?.body).toEqual({ message: "Hello\n\nbob", sender: "ann" }));
});

test("Enter sends a typed name, and inserts a suggestion that the arrow keys chose", async () => {
  // Only visible suggestions can be chosen, and nothing is laid out here.
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(160);
  answer("get", "/users/filtered/{filter}", [bob(), bob({ id: 3, username: "bobby" })]);
  const sent = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  setEnterSends(true);
  const { user } = atChat([]);
  const box = await screen.findByLabelText("Message");
  await user.click(box);
  await screen.findByRole("tab", { name: "Write" });
  await user.keyboard("see @bob");
  await screen.findByRole("listbox", { name: "Members" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sent[0]?.body).toEqual({ message: "see @bob", sender: "ann" }));
  await waitFor(() => expect(box).toHaveValue(""));
  await user.keyboard("see @bob");
  await screen.findByRole("listbox", { name: "Members" });
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(box).toHaveValue("see @bobby ");
  expect(sent).toHaveLength(1);
});

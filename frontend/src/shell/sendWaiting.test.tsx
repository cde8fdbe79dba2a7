import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { atChat, mine } from "../../test/chat";
import { forum, post, reply, signIn } from "../../test/fixtures";
import { answer, refuse, unreachable } from "../../test/server";
import { atThread, item } from "../../test/thread";

const PATH = "/api/post/{postId}/replies";
const waiting = () => screen.findByRole("list", { name: "Waiting to send" });
/** The connection is back. */
async function reconnect() {
  await screen.findByText(/^You are offline\.|^Server could not be reached\. Shown/);
  act(() => void dispatchEvent(new Event("online")));
}
const cutOff = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

beforeEach(() => signIn());

async function writeReply(view: ReturnType<typeof atThread>) {
  const { user } = view;
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  return view;
}

test("a reply waits, and is sent once by itself", async () => {
  cutOff();
  const lost = unreachable("post", PATH);
  await writeReply(atThread([]));
  expect(await waiting()).toHaveTextContent(/So red.*Waiting to send/);
  expect(screen.getByLabelText("Write a reply")).toHaveValue("");
  expect(screen.getByRole("status")).toHaveTextContent(
    "It is sent as soon as the server can be reached.",
  );
  const sent = answer("post", PATH, reply({ id: 31 }), { status: 201 });
  await reconnect();
  await waitFor(() => expect(screen.queryByText("Waiting to send")).toBeNull());
  expect(sent.map(({ key }) => key)).toEqual([lost[0]?.key]);
  expect(sent[0]?.body).toEqual({ respondsTo: null, description: "So red" });
  expect(await screen.findByText("Sent what was waiting.")).toBeVisible();
  expect(document.getElementById("reply-31")).not.toBeNull();
});

test("what waits is sent after a reload too, in its order", async () => {
  const waits = (id: string, writtenAt: number, key: string, texts: object) =>
    localStorage.setItem(
      `outbox:1:${id}`,
      JSON.stringify({ id, writtenAt, form: { key, to: "/", about: "" }, texts }),
    );
  waits("b", 2, "message-2", { text: "Second" });
  waits("a", 1, "message-2", { text: "First" });
  waits("c", 3, "reply-11-21", { text: "Third" });
  const messages = answer("post", "/api/contacts/{userId}", mine(), { status: 201 });
  const replies = answer("post", PATH, reply(), { status: 201 });
  signIn();
  atChat([]);
  await waitFor(() => expect(replies).toHaveLength(1));
  expect(messages.map(({ key, body }) => [key, body])).toEqual([
    ["a", { message: "First", sender: "ann" }],
    ["b", { message: "Second", sender: "ann" }],
  ]);
  expect(replies[0]?.body).toEqual({ respondsTo: 21, description: "Third" });
  await waitFor(() => expect(localStorage.getItem("outbox:1:c")).toBeNull());
});

test("a busy server is asked again, and nothing is lost", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  unreachable("post", PATH);
  await writeReply(atThread([]));
  await waiting();
  const busy = refuse("post", PATH, 503);
  await reconnect();
  await waitFor(() => expect(busy).toHaveLength(1));
  expect(await waiting()).toHaveTextContent("So red");
  const sent = answer("post", PATH, reply(), { status: 201 });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.key).toBe(busy[0]?.key);
});

test("what is refused comes back into its box with the reason", async () => {
  unreachable("post", PATH);
  await writeReply(atThread([reply()]));
  await waiting();
  refuse("post", PATH, 409, { detail: "This post is locked.", code: "locked" });
  refuse("post", PATH, 422, { detail: "This post is locked." });
  await reconnect();
  const box = screen.getByLabelText("Write a reply");
  await waitFor(() => expect(box).toHaveValue("So red"));
  expect(within(box.closest("form")!).getByRole("alert")).toHaveTextContent(
    "Not sent. This post is locked.",
  );
  expect(screen.queryByText("Waiting to send")).toBeNull();
});

test("an answer to a reply comes back into a box that opens", async () => {
  unreachable("post", PATH);
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.type(item(21).getByLabelText("Your reply"), "Thanks");
  await user.click(item(21).getByRole("button", { name: "Post reply" }));
  const list = within(document.getElementById("reply-21")!).findByRole("list", {
    name: "Waiting to send",
  });
  await user.click(within(await list).getByRole("button", { name: "Edit" }));
  expect(item(21).getByLabelText("Your reply")).toHaveValue("Thanks");
  expect(item(21).getByLabelText("Your reply")).toHaveFocus();
  expect(screen.queryByText("Waiting to send")).toBeNull();
});

test("a message waits in its chat, where it can be discarded", async () => {
  unreachable("post", "/api/contacts/{userId}");
  const { user } = atChat([]);
  await user.type(await screen.findByLabelText("Message"), "Hello bob");
  await user.click(screen.getByRole("button", { name: "Send" }));
  const log = screen.getByRole("log", { name: "Messages" });
  expect(await within(log).findByText("Waiting to send")).toBeVisible();
  await user.click(within(log).getByRole("button", { name: "Discard" }));
  const dialog = await screen.findByRole("dialog", { name: "Discard what you've written?" });
  await user.click(within(dialog).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(within(log).queryByText("Waiting to send")).toBeNull());
  expect(Object.keys(localStorage).filter((key) => key.startsWith("outbox:"))).toEqual([]);
});

test("a post waits among the drafts, from where it goes back into its form", async () => {
  answer("get", "/forums/{id}", forum());
  unreachable("post", "/api/forum/{id}/posts");
  const { user, address } = visit("/forums/7/create-post");
  await user.type(await screen.findByLabelText("Title"), "First tomatoes");
  await user.type(screen.getByLabelText("Description"), "Red");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(address()).toBe("/drafts"));
  const list = await waiting();
  expect(list).toHaveTextContent(/First tomatoes.*Red.*Waiting to send/);
  await user.click(within(list).getByRole("button", { name: "Edit" }));
  expect(address()).toBe("/forums/7/create-post");
  expect(await screen.findByLabelText("Title")).toHaveValue("First tomatoes");
  expect(screen.getByLabelText("Description")).toHaveValue("Red");
  const calls = answer("post", "/api/forum/{id}/posts", post(), { status: 201 });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  await user.click(screen.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("a text that was begun meanwhile stays, the refused one is offered beside it", async () => {
  unreachable("post", PATH);
  const { user } = await writeReply(atThread([]));
  await waiting();
  const box = screen.getByLabelText("Write a reply");
  await user.type(box, "Also ripe");
  refuse("post", PATH, 422, { detail: "This post is locked." });
  await reconnect();
  expect(await screen.findByText("Not sent. Your text is back in its box.")).toBeVisible();
  expect(box).toHaveValue("Also ripe");
  await user.click(screen.getByRole("button", { name: "Show it instead" }));
  expect(box).toHaveValue("So red");
});

test("signing out asks before it discards what waits", async () => {
  unreachable("post", PATH);
  const { user, address } = await writeReply(atThread([]));
  await waiting();
  const logout = screen.getByRole("button", { name: "Logout" });
  await user.click(logout);
  const question = { name: "Discard what is waiting to be sent?" };
  const dialog = await screen.findByRole("dialog", question);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(address()).toBe("/posts/11");
  await user.click(logout);
  const again = await screen.findByRole("dialog", question);
  await user.click(within(again).getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(address()).toBe("/login"));
  expect(Object.keys(localStorage).filter((key) => /^(outbox|sent|draft):/.test(key))).toEqual([]);
});

test("the text of another tab that it has sent goes from this one", async () => {
  unreachable("post", PATH);
  await writeReply(atThread([]));
  await waiting();
  const key = Object.keys(localStorage).find((name) => name.startsWith("outbox:1:")) ?? "";
  localStorage.removeItem(key);
  act(() => void dispatchEvent(new StorageEvent("storage", { key })));
  expect(screen.queryByText("Waiting to send")).toBeNull();
});

test("what another tab sent is shown", async () => {
  const { calls } = atThread([]);
  await screen.findByLabelText("Write a reply");
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  const before = calls.length;
  const sent = { key: "outbox:1:a", oldValue: "{}", newValue: null };
  act(() => void dispatchEvent(new StorageEvent("storage", sent)));
  await waitFor(() => expect(calls.length).toBeGreaterThan(before));
});

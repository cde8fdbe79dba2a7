import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer } from "../../../test/server";
import { bob, contact, message, signIn } from "../../../test/fixtures";
import type { Message } from "../../api/types";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const fiveSeconds = () => act(() => vi.advanceTimersByTimeAsync(5000));
const own = { sender: { id: 1, username: "ann" } };

test("a poll adds messages and keeps typed and edited text", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  const messages: Message[] = [message({ ...own, message: "Helo" })];
  signIn();
  answer("get", "/users/{id}", bob());
  answer("get", "/api/contacts/{userId}/messages", () => messages);
  const { user } = visit("/messages/2");
  const log = await screen.findByRole("log");
  await user.type(screen.getByLabelText("Message"), "How are");
  await user.click(screen.getByRole("button", { name: "Edit" }));
  await user.type(screen.getByLabelText("Edit message"), " there");
  messages.push(message({ id: 32, message: "News" }));
  await fiveSeconds();
  expect(await screen.findByText("News")).toBeVisible();
  expect(screen.getByLabelText("Message")).toHaveValue("How are");
  expect(screen.getByLabelText("Edit message")).toHaveValue("Helo there");
  expect(screen.getByLabelText("Edit message")).toHaveFocus();
  // The reversed column keeps its scroll position as long as the element stays the same.
  expect(screen.getByRole("log")).toBe(log);
  expect(scroll).not.toHaveBeenCalled();
});

/** A chat of three pages of two messages, of which two are loaded. */
async function atLongChat() {
  const all = [6, 5, 4, 3, 2, 1].map((id) => message({ id, message: `Message ${id}` }));
  signIn();
  answer("get", "/users/{id}", bob());
  const start = (url: URL) => Number(url.searchParams.get("cursor") ?? 0);
  const calls = answer(
    "get",
    "/api/contacts/{userId}/messages",
    ({ url }) => all.slice(start(url), start(url) + 2),
    {
      headers: ({ url }): Record<string, string> =>
        start(url) + 2 < all.length ? { Link: `</?cursor=${start(url) + 2}>; rel="next"` } : {},
    },
  );
  const { user } = visit("/messages/2");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Message 3");
  return { user, all, calls };
}

test("a poll fetches only the newest page and keeps the rest", async () => {
  const { all, calls } = await atLongChat();
  expect(calls).toHaveLength(2);
  all.unshift(message({ id: 7, message: "Message 7" }));
  all.splice(1, 1);
  await fiveSeconds();
  await screen.findByText("Message 7");
  expect(calls).toHaveLength(3);
  expect(calls[2]?.url.searchParams.has("cursor")).toBe(false);
  const shown = within(screen.getByRole("log")).getAllByRole("listitem");
  expect(shown.map((item) => item.querySelector("p")?.textContent)).toEqual(
    [3, 4, 5, 7].map((id) => `Message ${id}`),
  );
});

test("after more than a page of news, older pages are loaded anew", async () => {
  const { all } = await atLongChat();
  for (const id of [7, 8, 9]) all.unshift(message({ id, message: `Message ${id}` }));
  await fiveSeconds();
  await screen.findByText("Message 9");
  expect(screen.queryByText("Message 6")).toBeNull();
  expect(screen.getByRole("button", { name: "Load more" })).toBeVisible();
});

test("new messages are announced while reading further up", async () => {
  const { user, all } = await atLongChat();
  const log = screen.getByRole("log");
  log.scrollTop = -400;
  fireEvent.scroll(log);
  all.unshift(message({ id: 7, message: "Message 7", ...own }));
  await fiveSeconds();
  await screen.findByText("Message 7");
  expect(screen.queryByRole("button", { name: "1 new message" })).toBeNull();
  all.unshift(message({ id: 8, message: "Message 8" }));
  await fiveSeconds();
  await user.click(await screen.findByRole("button", { name: "1 new message" }));
  expect(log.scrollTop).toBe(0);
  expect(log).toHaveFocus();
  expect(screen.queryByRole("button", { name: "1 new message" })).toBeNull();
});

test("the contacts are asked for again every 5 s", async () => {
  signIn();
  const calls = answer("get", "/api/contacts", [contact()]);
  visit("/messages");
  const link = await screen.findByRole("link", { name: /bob/ });
  expect(link).toHaveTextContent("2 unread");
  answer("get", "/api/contacts", [contact({ unread: 3 })]);
  await fiveSeconds();
  await waitFor(() => expect(link).toHaveTextContent("3 unread"));
  expect(calls).toHaveLength(1);
});

import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { answer } from "../../../test/server";
import { bob, contact, message, signIn } from "../../../test/fixtures";
import type { Message } from "../../api/types";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const fiveSeconds = () => act(() => vi.advanceTimersByTimeAsync(5000));
const own = { sender: { id: 1, username: "ann" } };

test("a poll brings what is new and leaves what is typed and edited", async () => {
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
  // The column that stands on its head keeps its place by itself, as long as it is the same one.
  expect(screen.getByRole("log")).toBe(log);
  expect(scroll).not.toHaveBeenCalled();
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

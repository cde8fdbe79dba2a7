import type { Message } from "../src/api/types";
import { visit } from "./app";
import { answer } from "./server";
import { bob, message, signIn } from "./fixtures";

/** A message of the signed-in member. */
export const mine = (change: Partial<Message> = {}) =>
  message({ sender: { id: 1, username: "ann" }, ...change });

/** Opens a chat with bob; `calls` are the requests for its messages. */
export function atChat(messages: Message[]) {
  signIn();
  answer("get", "/users/{id}", bob());
  const calls = answer("get", "/api/contacts/{userId}/messages", () => messages);
  answer("get", "/api/contacts", []);
  return { ...visit("/messages/2"), calls };
}

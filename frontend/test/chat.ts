import type { Message } from "../src/api/types";
import { visit } from "./app";
import { answer } from "./server";
import { bob, signIn } from "./fixtures";

/** Opens a chat with bob; `calls` are the requests for its messages. */
export function atChat(messages: Message[]) {
  signIn();
  answer("get", "/users/{id}", bob());
  const calls = answer("get", "/api/contacts/{userId}/messages", () => messages);
  answer("get", "/api/contacts", []);
  return { ...visit("/messages/2"), calls };
}

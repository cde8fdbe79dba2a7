import type { Message } from "../src/api/types";
import { visit } from "./app";
import { answer } from "./server";
import { bob, signIn } from "./fixtures";

/** A chat with bob, and what was asked for it. */
export function atChat(messages: Message[]) {
  signIn();
  answer("get", "/users/{id}", bob());
  const calls = answer("get", "/api/contacts/{userId}/messages", () => messages);
  answer("get", "/api/contacts", []);
  return { ...visit("/messages/2"), calls };
}

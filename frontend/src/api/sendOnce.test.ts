import { beforeEach, expect, test } from "vitest";
import { reply, signIn } from "../../test/fixtures";
import { answer, refuse } from "../../test/server";
import { api } from "./client";
import "./sendOnce";

const PATH = "/api/post/{postId}/replies";
const send = (description: string) =>
  api
    .POST(PATH, { params: { path: { postId: 11 } }, body: { respondsTo: null, description } })
    .catch(() => undefined);

beforeEach(() => signIn());

test("what is sent again without an answer keeps its key", async () => {
  const refused = refuse("post", PATH, 503, { detail: "Try again." });
  await send("Linen");
  await send("Linen");
  const calls = answer("post", PATH, reply(), { status: 201 });
  await send("Linen");
  const keys = [...refused, ...calls].map(({ key }) => key);
  expect(keys[0]).toMatch(/^[\w-]{1,64}$/);
  expect(new Set(keys).size).toBe(1);
});

test("other words, and the same words after an answer, get another key", async () => {
  const refused = refuse("post", PATH, 503, { detail: "Try again." });
  await send("Linen");
  const calls = answer("post", PATH, reply(), { status: 201 });
  await send("Hemp");
  await send("Hemp");
  const keys = [...refused, ...calls].map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

import { beforeEach, expect, test, vi } from "vitest";
import { reply, signIn } from "../../test/fixtures";
import { answer, refuse, unreachable } from "../../test/server";
import { api } from "./client";
import { takeKey, withKey } from "./sendOnce";

const PATH = "/api/post/{postId}/replies";
const send = (description: string) =>
  api
    .POST(PATH, { params: { path: { postId: 11 } }, body: { respondsTo: null, description } })
    .catch((error: unknown) => error);

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

test("a key outlives a reload, but no day", async () => {
  const lost = unreachable("post", PATH);
  await send("Linen");
  const place = Object.keys(localStorage).find((name) => name.startsWith("sent:1:")) ?? "";
  expect(JSON.parse(localStorage.getItem(place) ?? "")).toMatchObject({ key: lost[0]?.key });
  await send("Linen");
  expect(lost[1]?.key).toBe(lost[0]?.key);
  const tomorrow = Date.now() + 86_400_000;
  const clock = vi.spyOn(Date, "now").mockReturnValue(tomorrow);
  await send("Linen");
  expect(lost[2]?.key).not.toBe(lost[0]?.key);
  clock.mockRestore();
});

test("after a refusal the same words get another key", async () => {
  const refused = refuse("post", PATH, 422, { code: "idempotency-key-reused" });
  await send("Linen");
  await send("Linen");
  expect(new Set(refused.map(({ key }) => key)).size).toBe(2);
});

test("a key that is handed over is used for nothing else", async () => {
  const lost = unreachable("post", PATH);
  const key = takeKey((await send("Linen")) as Error);
  expect(key).toBe(lost[0]?.key);
  await send("Linen");
  expect(lost[1]?.key).not.toBe(key);
  const body = { respondsTo: null, description: "Linen" };
  const params = { path: { postId: 11 } };
  await api.POST(PATH, { params, body, ...withKey(key) }).catch(() => undefined);
  expect(lost[2]?.key).toBe(key);
});

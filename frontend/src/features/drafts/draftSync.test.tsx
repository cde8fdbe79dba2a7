import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { http, HttpResponse } from "msw";
import { reply, signIn } from "../../../test/fixtures";
import { answer, refuse, server, twoPages } from "../../../test/server";
import { atThread } from "../../../test/thread";
import { queryClient } from "../../api/queryClient";
import { session } from "../../api/session";
import type { ServerDraft } from "../../api/types";
import { clearDrafts } from "./clearDrafts";

const KEY = "reply-11-post";
const LOCAL = `draft:1:${KEY}`;
const META = `draft:sync:1:${KEY}`;

beforeEach(() => signIn());

function draft(text: string, version: number, updatedAt = "2026-11-20T10:00:00Z"): ServerDraft {
  const data = { to: "/posts/11", about: "First tomatoes", fields: { text: { text, base: "" } } };
  return { key: KEY, version, updatedAt, data: JSON.stringify(data) };
}

/** Stores a draft as an earlier visit would. */
function keep(text: string, version: number, changedAt: string) {
  localStorage.setItem(LOCAL, JSON.stringify({ text, base: "" }));
  const known = { version, hash: 0, changedAt: Date.parse(changedAt) };
  localStorage.setItem(META, JSON.stringify(known));
}

const box = () => screen.findByLabelText("Write a reply");
const textOf = (body: unknown) =>
  (JSON.parse((body as { data: string }).data) as { fields: { text: { text: string } } }).fields
    .text.text;

test("a draft is stored within 2 s and deleted after sending", async () => {
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 1));
  const removals = answer("delete", "/api/drafts/{key}", null, { status: 204 });
  answer("post", "/api/post/{postId}/replies", reply(), { status: 201 });
  const { user } = atThread([]);
  await user.type(await box(), "So red");
  await waitFor(() => expect(puts).toHaveLength(1), { timeout: 2_500 });
  expect(puts[0]?.url.pathname).toBe(`/api/drafts/${KEY}`);
  expect(puts[0]?.body).toMatchObject({ version: 0 });
  expect(textOf(puts[0]?.body)).toBe("So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(removals).toHaveLength(1));
});

test("an answer after signing out leaves nothing of the draft", async () => {
  const { promise, resolve } = Promise.withResolvers<ServerDraft>();
  let puts = 0;
  server.use(
    http.put("*/api/drafts/:key", async () => {
      puts += 1;
      return HttpResponse.json(await promise);
    }),
  );
  const { user } = atThread([]);
  await user.type(await box(), "So red");
  await waitFor(() => expect(puts).toBe(1), { timeout: 2_500 });
  expect(localStorage.getItem(META)).not.toBeNull();
  session.clear();
  clearDrafts(1);
  resolve(draft("So red", 1));
  // Until the app has read the answer.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setTimeout(next));
  expect(localStorage.getItem(META)).toBeNull();
});

test("a draft of another device is restored or discarded", async () => {
  answer("get", "/api/drafts", [draft("From the phone", 3)]);
  const removals = answer("delete", "/api/drafts/{key}", null, { status: 204 });
  const { user } = atThread([]);
  await waitFor(async () => expect(await box()).toHaveValue("From the phone"));
  expect(screen.getByText("Draft restored")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await box()).toHaveValue("");
  await waitFor(() => expect(removals).toHaveLength(1));
});

test("the newer draft of another device wins, and the older one is offered", async () => {
  keep("From here", 1, "2026-11-19T10:00:00Z");
  answer("get", "/api/drafts", [draft("From the phone", 2)]);
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 3));
  const { user } = atThread([]);
  await waitFor(async () => expect(await box()).toHaveValue("From the phone"));
  expect(screen.getByText("You have another version of this draft")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show it instead" }));
  expect(await box()).toHaveValue("From here");
  await user.click(screen.getByRole("button", { name: "Discard it" }));
  expect(screen.queryByText("You have another version of this draft")).toBeNull();
  expect(await box()).toHaveValue("From here");
  await waitFor(() => expect(textOf(puts[0]?.body)).toBe("From here"));
});

test("the newer draft of this browser wins over an older one", async () => {
  keep("From here", 1, "2026-11-21T10:00:00Z");
  answer("get", "/api/drafts", [draft("From the phone", 2)]);
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 3));
  atThread([]);
  expect(await screen.findByText("You have another version of this draft")).toBeVisible();
  expect(await box()).toHaveValue("From here");
  await waitFor(() => expect(puts[0]?.body).toMatchObject({ version: 2 }));
});

test("a conflict while typing keeps both texts", async () => {
  const problem = {
    type: "about:blank",
    title: "Conflict",
    status: 409,
    detail: "",
    code: "draft",
  };
  const there = { ...problem, draft: draft("From the phone", 4) };
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 5));
  server.use(
    http.put("*/api/drafts/:key", () => HttpResponse.json(there, { status: 409 }), { once: true }),
  );
  const { user } = atThread([]);
  await user.type(await box(), "From here");
  expect(await screen.findByText("You have another version of this draft")).toBeVisible();
  expect(await box()).toHaveValue("From here");
  await waitFor(() => expect(puts.at(-1)?.body).toMatchObject({ version: 4 }));
});

test("a draft sent by another device is removed", async () => {
  const text = "Sent already";
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 1));
  const first = atThread([]);
  await first.user.type(await box(), text);
  await waitFor(() => expect(puts).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem(META)).toContain('"version":1'));
  answer("get", "/api/drafts", []);
  await queryClient.invalidateQueries({ queryKey: ["drafts"] });
  await waitFor(async () => expect(await box()).toHaveValue(""));
});

test("a draft on a later page of the list is kept", async () => {
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 1));
  const { user } = atThread([]);
  await user.type(await box(), "So red");
  await waitFor(() => expect(puts).toHaveLength(1));
  const calls = answer(
    "get",
    "/api/drafts",
    ({ url }) =>
      url.searchParams.has("cursor") ? [draft("So red", 1)] : [{ ...draft("", 1), key: "other" }],
    { headers: twoPages },
  );
  await queryClient.invalidateQueries({ queryKey: ["drafts"] });
  await waitFor(() => expect(calls).toHaveLength(2));
  await waitFor(() => expect(queryClient.getQueryData(["drafts"])).toHaveLength(2));
  expect(await box()).toHaveValue("So red");
});

test("an outdated list of drafts removes no newer draft", async () => {
  const puts = answer("put", "/api/drafts/{key}", ({ body }) => draft(textOf(body), 1));
  const { promise, resolve } = Promise.withResolvers<ServerDraft[]>();
  let isFirst = true;
  const lists = answer("get", "/api/drafts", () => {
    const answered = isFirst ? promise : [draft("So red", 1)];
    isFirst = false;
    return answered;
  });
  const { user } = atThread([]);
  await user.type(await box(), "So red");
  await waitFor(() => expect(puts).toHaveLength(1), { timeout: 2_500 });
  await waitFor(() => expect(localStorage.getItem(META)).toContain('"version":1'));
  resolve([]);
  await waitFor(() => expect(queryClient.getQueryData(["drafts"])).toBeDefined());
  expect(await box()).toHaveValue("So red");
  expect(lists).toHaveLength(2);
});

test("a server without drafts leaves them to the browser", async () => {
  refuse("get", "/api/drafts", 404);
  const puts = refuse("put", "/api/drafts/{key}", 500);
  const { user } = atThread([]);
  await user.type(await box(), "So red");
  await waitFor(() => expect(puts).toHaveLength(1));
  expect(await box()).toHaveValue("So red");
  expect(localStorage.getItem(LOCAL)).toContain("So red");
  expect(screen.queryByRole("alert")).toBeNull();
});

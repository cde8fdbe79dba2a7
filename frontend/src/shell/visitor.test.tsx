import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../test/app";
import { forum, post, reply } from "../../test/fixtures";
import { eventually, liveServer } from "../../test/live";
import { answer, server } from "../../test/server";
import { atThread, item } from "../../test/thread";
import { queryClient } from "../api/queryClient";

const stay = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("./hasStayed", () => ({ hasStayed: () => stay.promise }));

beforeEach(() => void vi.restoreAllMocks());

const written = { id: 31, postId: 11, respondsTo: null, act: "written" as const };

test("a visitor's first screen opens no stream and has no side column; they come once they stay", async () => {
  const { connections, follows } = liveServer();
  atThread([reply()]);
  await screen.findByText("Well grown");
  expect(connections).toEqual([]);
  expect(screen.queryByRole("complementary")).toBeNull();
  stay.resolve();
  await follows("post:11");
  expect(connections).toEqual([{ topics: ["post:11"], lastId: null, token: null }]);
});

test("what a thread's forum is about comes for visitors who stay", async () => {
  liveServer();
  answer("get", "/moderation/forum/{forumId}", [{ id: 3, username: "cleo", user_image: "" }]);
  atThread([reply()]);
  stay.resolve();
  const about = within(await screen.findByRole("complementary", { name: "About this forum" }));
  expect(await about.findByRole("link", { name: "cleo" })).toBeVisible();
});

test("new replies wait for a visitor too, and votes change in place", async () => {
  const { follows, send } = liveServer();
  const visits = answer("put", "/api/posts/{id}/visit", { previous: null });
  const { user } = atThread([reply()]);
  await follows("post:11");
  await send("votes", { kind: "reply", id: 21, upvotes: 9, downvotes: 1 });
  await waitFor(() => expect(item(21).getByTestId("score")).toHaveTextContent(/^8$/));
  await send("reply", written);
  const bar = await screen.findByRole("button", { name: "1 new reply" });
  expect(document.getElementById("reply-31")).toBeNull();
  answer("get", "/api/replies/{id}", reply({ id: 31 }));
  await user.click(bar);
  await waitFor(() => expect(document.getElementById("reply-31")).toHaveFocus());
  expect(visits).toEqual([]);
});

test("new posts wait above a forum for a visitor too", async () => {
  const { follows, send } = liveServer();
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post()]);
  visit("/forums/7");
  await follows("forum:7");
  await send("post", { id: 12, forumId: 7, act: "written" });
  expect(await screen.findByRole("button", { name: "1 new post" })).toBeVisible();
});

test("screens without topics open no stream for visitors", async () => {
  const { connections } = liveServer();
  answer("get", "/forums", []);
  visit("/forums");
  await screen.findByText("Wow, such empty!");
  // As long as the other screens take to open it.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(connections).toEqual([]);
});

test("without a stream a visitor's screen polls for news", async () => {
  const refusals = vi.fn<() => Response>(() => new HttpResponse(null, { status: 503 }));
  server.use(http.get("*/api/events", refusals));
  const intervals = vi.spyOn(globalThis, "setInterval");
  const { calls } = atThread([reply()]);
  await eventually(() => expect(refusals).toHaveBeenCalled());
  // Coming back to the tab moves nothing.
  await queryClient.invalidateQueries({ refetchType: "none" });
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  answer("get", "/api/posts/{postId}/replies", [reply(), reply({ id: 31 })]);
  const everyHalfMinute = intervals.mock.calls.filter(([, delay]) => delay === 30_000);
  act(() => everyHalfMinute.forEach(([call]) => (call as () => void)()));
  expect(await screen.findByRole("button", { name: "1 new reply" })).toBeVisible();
  expect(document.getElementById("reply-31")).toBeNull();
  expect(calls).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  focusManager.setFocused(undefined);
});

import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { post, reply, signIn } from "../../../test/fixtures";
import { eventually, liveServer } from "../../../test/live";
import { answer, refuse } from "../../../test/server";
import { atThread, item } from "../../../test/thread";
import type { Reply } from "../../api/types";

const byId = (id: number) => document.getElementById(`reply-${id}`);
const LATER = "2026-11-20T09:00:00.000Z";
const written = (id: number, respondsTo: number | null = null) =>
  ({ id, postId: 11, respondsTo, act: "written" }) as const;

/** A thread with live updates, and what GET /api/replies/{id} answers. */
async function atLiveThread(replies: Reply[], others: Reply[] = []) {
  signIn();
  const live = liveServer();
  const asked = answer("get", "/api/replies/{id}", ({ url }) =>
    others.find(({ id }) => url.pathname.endsWith(`/${id}`))!,
  );
  const visited = answer("put", "/api/posts/{id}/visit", { previous: null });
  const app = atThread(replies);
  await screen.findAllByText("Well grown");
  await live.follows("post:11");
  return { ...app, ...live, asked, visited };
}

test("a new reply waits until the reader asks for it", async () => {
  const { send, user, visited, calls } = await atLiveThread(
    [reply()],
    [reply({ id: 25, description: "Fresh" })],
  );
  answer("get", "/api/posts/{id}", post({ replyCount: 3 }));
  await send("reply", written(25));
  const button = await screen.findByRole("button", { name: "1 new reply" });
  expect(screen.queryByText("Fresh")).toBeNull();
  expect(await screen.findByRole("heading", { name: "3 replies" })).toBeVisible();
  const asked = calls.length;
  await user.click(button);
  await waitFor(() => expect(byId(25)).toHaveFocus());
  expect(item(25).getByText("New")).toBeVisible();
  expect(screen.queryByRole("button", { name: "1 new reply" })).toBeNull();
  expect(visited).toHaveLength(2);
  expect(calls).toHaveLength(asked);
});

test("new replies are counted below their parent", async () => {
  const { send, user } = await atLiveThread(
    [reply(), reply({ id: 22 })],
    [
      reply({ id: 25, respondsTo: 22, description: "Down here" }),
      reply({ id: 26, description: "At the end" }),
    ],
  );
  await send("reply", written(25, 22));
  await send("reply", written(26));
  await screen.findByRole("button", { name: "2 new replies" });
  await user.click(item(22).getByRole("button", { name: "1 new reply" }));
  await waitFor(() => expect(byId(25)).toHaveFocus());
  expect(byId(22)?.closest("li")).toContainElement(byId(25));
  expect(screen.queryByText("At the end")).toBeNull();
  expect(screen.getByRole("button", { name: "1 new reply" })).toBeVisible();
});

test("one's own reply does not wait, even if its event is first", async () => {
  const own = reply({ id: 25, user: { username: "ann", user_image: "" } });
  const { send, user } = await atLiveThread([reply()], [own]);
  const { promise, resolve } = Promise.withResolvers<Reply>();
  answer("post", "/api/post/{postId}/replies", () => promise, { status: 201 });
  await user.type(screen.getByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await send("reply", written(25));
  await screen.findByRole("button", { name: "1 new reply" });
  resolve(own);
  await waitFor(() => expect(byId(25)).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 new reply" })).toBeNull());
});

test("edits and removals change a reply in its place", async () => {
  const { send } = await atLiveThread(
    [reply(), reply({ id: 22, description: "Rude" })],
    [reply({ description: "Very well grown", replies: [reply({ id: 30 })] })],
  );
  await send("reply", { ...written(21), act: "edited" });
  await screen.findByText("Very well grown");
  expect(byId(30)).toBeNull();
  refuse("get", "/api/replies/{id}", 404);
  await send("reply", { ...written(22), act: "deleted" });
  await waitFor(() => expect(item(22).queryByText("Rude")).toBeNull());
});

test("other members' votes are shown; own pending votes stay", async () => {
  const { send, user } = await atLiveThread([reply()]);
  await send("votes", { kind: "reply", id: 21, upvotes: 8, downvotes: 1 });
  await waitFor(() => expect(item(21).getByText("7")).toBeVisible());
  const { promise, resolve } = Promise.withResolvers<Reply>();
  answer("put", "/api/replies/{id}/upvote", () => promise);
  await user.click(item(21).getByRole("button", { name: "Upvote" }));
  await send("votes", { kind: "reply", id: 21, upvotes: 1, downvotes: 1 });
  expect(item(21).getByText("8")).toBeVisible();
  resolve(reply({ upvotes: 9, downvotes: 1, hasUpvoted: true }));
  await waitFor(() =>
    expect(item(21).getByRole("button", { name: "Upvote" })).toHaveAttribute(
      "aria-pressed",
      "true",
    ),
  );
});

test("after a gap the thread is compared, and nothing moves", async () => {
  const { send, calls } = await atLiveThread([reply()]);
  const before = calls.length;
  answer("get", "/api/posts/{postId}/replies", [
    reply({ description: "Changed meanwhile" }),
    reply({ id: 26, description: "Missed" }),
  ]);
  await send("resync", {});
  await screen.findByText("Changed meanwhile");
  expect(await screen.findByRole("button", { name: "1 new reply" })).toBeVisible();
  expect(screen.queryByText("Missed")).toBeNull();
  expect(calls).toHaveLength(before);
});

test("an answer from before a vote does not undo it", async () => {
  const { send, calls } = await atLiveThread([reply()]);
  // The thread was compared when the stream began to follow it.
  await waitFor(() => expect(calls).toHaveLength(2));
  const { promise, resolve } = Promise.withResolvers<Reply[]>();
  const asked = answer("get", "/api/posts/{postId}/replies", () => promise);
  await send("resync", {});
  await waitFor(() => expect(asked).toHaveLength(1));
  await send("votes", { kind: "reply", id: 21, upvotes: 8, downvotes: 1 });
  resolve([reply(), reply({ id: 26 })]);
  await screen.findByRole("button", { name: "1 new reply" });
  expect(item(21).getByText("7")).toBeVisible();
});

test("replies since the last visit are marked until read", async () => {
  signIn();
  answer("put", "/api/posts/{id}/visit", { previous: "2026-11-19T12:00:00Z" });
  const { user } = atThread([
    reply(),
    reply({ id: 22, created: LATER }),
    reply({ id: 23, created: LATER, user: { username: "ann", user_image: "" } }),
    reply({ id: 24, created: LATER }),
  ]);
  await waitFor(() => expect(byId(22)).toHaveAttribute("data-new"));
  expect(byId(21)).not.toHaveAttribute("data-new");
  expect(byId(23)).not.toHaveAttribute("data-new");
  await user.keyboard("n");
  await waitFor(() => expect(byId(22)).toHaveFocus());
  await user.keyboard("n");
  expect(byId(24)).toHaveFocus();
});

test("a reply in sight is read after three seconds", async () => {
  signIn();
  answer("put", "/api/posts/{id}/visit", { previous: "2026-11-19T12:00:00Z" });
  atThread([reply({ id: 22, created: LATER })]);
  const mark = await screen.findByText("New");
  const { inView } = await import("../../../test/browser");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  inView.show(mark.parentElement!);
  vi.advanceTimersByTime(2900);
  expect(byId(22)).toHaveAttribute("data-new");
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  await waitFor(() => expect(byId(22)).not.toHaveAttribute("data-new"));
});

test("n shows waiting replies when none are marked", async () => {
  const { send, user } = await atLiveThread([reply()], [reply({ id: 25 })]);
  await send("reply", written(25));
  await screen.findByRole("button", { name: "1 new reply" });
  await user.keyboard("n");
  await waitFor(() => expect(byId(25)).toHaveFocus());
});

test("a hundred events leave a half-written reply alone", async () => {
  const { send, user } = await atLiveThread([reply()], [reply()]);
  const box = screen.getByLabelText("Write a reply");
  await user.type(box, "Half a thou");
  for (let id = 100; id < 200; id += 1) await send("reply", written(id));
  await eventually(() =>
    expect(screen.getByRole("button", { name: "100 new replies" })).toBeVisible(),
  );
  expect(box).toHaveFocus();
  await user.keyboard("ght");
  expect(box).toHaveValue("Half a thought");
});

test("without a stream the thread is compared now and then", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    signIn();
    atThread([reply()]);
    await screen.findByText("Well grown");
    answer("get", "/api/posts/{postId}/replies", [reply(), reply({ id: 25 })]);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole("button", { name: "1 new reply" })).toBeVisible();
    expect(byId(25)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

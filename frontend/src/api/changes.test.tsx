import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { forum, post, profile, reply, signIn } from "../../test/fixtures";
import { atForum } from "../../test/forum";
import { answer, refuse } from "../../test/server";
import { atThread, item } from "../../test/thread";
import { patchPost } from "./cache";
import { applyChange, type Changes } from "./changes";
import { queryClient } from "./queryClient";
import { forumKeys, keys, moderationKeys, postKeys } from "./queryKeys";

type User = ReturnType<typeof visit>["user"];

async function confirmDelete(user: User) {
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
}

test("a saved reply is still saved after it was folded and unfolded", async () => {
  signIn();
  answer("put", "/api/replies/{id}/saved", { saved: true });
  const { user } = atThread([reply({ saved: false })]);
  await screen.findByText("Well grown");
  await user.click(item(21).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(item(21).getByRole("button", { pressed: true })).toBeVisible());
  await user.click(screen.getByRole("button", { name: "Collapse bob's thread" }));
  await user.click(screen.getByRole("button", { name: "Expand bob's thread" }));
  expect(item(21).getByRole("button", { pressed: true })).toBeVisible();
});

test("a forum counts its posts again after a deletion", async () => {
  signIn({ username: "bob" });
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  const { user } = atForum([post()]);
  expect(await screen.findByText("12 posts")).toBeVisible();
  answer("get", "/forums/{id}", forum({ postCount: 11 }));
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await confirmDelete(user);
  expect(await screen.findByText("11 posts")).toBeVisible();
});

/** Opens bob's profile, then the post, acts, and goes back. */
async function backAtProfile(work: (user: User) => Promise<void>) {
  signIn({ id: 2, username: "bob" });
  answer("get", "/api/people/{username}", profile());
  answer("get", "/api/people/{username}/posts", [post()]);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/held", []);
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  const { user, router } = visit("/u/bob");
  expect(await screen.findByText("3 replies")).toBeVisible();
  await user.click((await screen.findAllByRole("link", { name: "First tomatoes" }))[0]!);
  await screen.findByText("Well grown");
  await work(user);
  await act(() => router.navigate(-1));
}

test("a profile counts replies again after a deletion", async () => {
  answer("delete", "/api/replies/{id}", null, { status: 204 });
  await backAtProfile(async (user) => {
    answer("get", "/api/people/{username}", profile({ replyCount: 2 }));
    await user.click(item(21).getByRole("button", { name: "Delete" }));
    await confirmDelete(user);
    await screen.findByText("Reply deleted.");
  });
  expect(await screen.findByText("2 replies", { selector: "main p span" })).toBeVisible();
});

test("a profile counts replies again after a new one", async () => {
  answer("post", "/api/post/{postId}/replies", reply({ id: 22, description: "Mine" }));
  await backAtProfile(async (user) => {
    answer("get", "/api/people/{username}", profile({ replyCount: 4 }));
    await user.type(screen.getByRole("textbox"), "Mine");
    await user.click(screen.getByRole("button", { name: "Post reply" }));
    await screen.findByText("Reply posted.");
  });
  expect(await screen.findByText("4 replies", { selector: "main p span" })).toBeVisible();
});

test("posts show the new topic of their forum", async () => {
  signIn({}, [7]);
  answer("post", "/forums/{id}", forum({ topic: "Allotments" }));
  answer("get", "/api/posts", [post()]);
  answer("get", "/forums", [forum()]);
  answer("get", "/api/forum/{id}/posts", []);
  answer("get", "/forums/{id}", forum());
  const { user, router } = visit("/");
  const feed = within(await screen.findByRole("list", { name: "Posts" }));
  await user.click(await feed.findByRole("link", { name: "Gardening" }));
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.click(await screen.findByRole("button", { name: "Submit" }));
  await screen.findByText("Forum updated.");
  answer("get", "/api/posts", [post({ forum_topic: "Allotments" })]);
  await act(() => router.navigate(-1));
  const again = within(await screen.findByRole("list", { name: "Posts" }));
  expect(await again.findByRole("link", { name: "Allotments" })).toBeVisible();
});

test("a patch leaves a stale answer stale", () => {
  const fresh = { pages: [{ items: [post()], next: undefined }], pageParams: [undefined] };
  const queryKey = [...postKeys.feeds, { filter: "hot" }];
  queryClient.setQueryData(queryKey, fresh, { updatedAt: 1000 });
  void queryClient.invalidateQueries({ queryKey });
  patchPost(queryClient, 11, (old) => ({ ...old, saved: true }));
  expect(queryClient.getQueryState(queryKey)).toMatchObject({
    data: { pages: [{ items: [{ saved: true }] }] },
    dataUpdatedAt: 1000,
    isInvalidated: true,
  });
});

test("an answer without the patched item is not drawn again", () => {
  const other = { items: [post({ id: 12 })], next: undefined };
  queryClient.setQueryData([...postKeys.lists, "trending"], other);
  const before = queryClient.getQueryState([...postKeys.lists, "trending"]);
  patchPost(queryClient, 11, (old) => ({ ...old, saved: true }));
  expect(queryClient.getQueryState([...postKeys.lists, "trending"])).toBe(before);
});

/** Which of the cached answers a change makes stale. */
async function staleAfter<Name extends keyof Changes>(name: Name, change: Changes[Name]) {
  const answers = {
    feed: [...postKeys.feeds, {}],
    forum: forumKeys.detail(7),
    forums: [...forumKeys.lists, "all"],
    log: [...moderationKeys.logs, {}],
    profile: keys.profile("bob"),
    saved: keys.saved,
    search: [...keys.search, {}],
  };
  for (const queryKey of Object.values(answers)) queryClient.setQueryData(queryKey, []);
  await applyChange(queryClient, name, change);
  return Object.entries(answers)
    .filter(([, queryKey]) => queryClient.getQueryState(queryKey)?.isInvalidated)
    .map(([answer]) => answer)
    .join(" ");
}

test.each([
  ["forumLeft", {}],
  ["session", { reason: "role" }],
] as [keyof Changes, never][])("%s drops what is not on the screen", async (name, change) => {
  signIn();
  atForum([post()]);
  await screen.findByText("First tomatoes");
  const [closed, read] = [postKeys.detail(12), ["replies", 12]];
  queryClient.setQueryData(closed, post({ id: 12 }));
  queryClient.setQueryData(read, []);
  const calls = answer("get", "/api/forum/{id}/posts", []);
  await act(() => applyChange(queryClient, name, change));
  expect(queryClient.getQueryData(closed)).toBeUndefined();
  expect(queryClient.getQueryData(read)).toBeUndefined();
  expect(calls).not.toHaveLength(0);
});

test("who joins a forum reads it at once, and everything else anew", async () => {
  queryClient.setQueryData(keys.search, []);
  await applyChange(queryClient, "forumJoined", forum());
  expect(queryClient.getQueryData(forumKeys.detail(7))).toEqual(forum());
  expect(queryClient.getQueryState(keys.search)?.isInvalidated).toBe(true);
});

test("a forum that was closed meanwhile leaves the screen", async () => {
  atForum([post()]);
  await screen.findByText("First tomatoes");
  refuse("get", "/forums/{id}", 404);
  await act(() => applyChange(queryClient, "resync", {}));
  expect(await screen.findByRole("heading", { name: "Not found" })).toBeVisible();
});

const TEXT = "profile saved search";
test.each([
  ["postCreated", post(), "feed forum forums profile"],
  ["postEdited", post(), TEXT],
  ["postDeleted", { id: 11 }, `forum forums log ${TEXT}`],
  ["post", { id: 11, forumId: 7, act: "deleted" }, `forum forums ${TEXT}`],
  ["post", { id: 11, forumId: 7, act: "edited" }, TEXT],
  ["reply", { id: 21, postId: 11, respondsTo: null, act: "written" }, `forum forums ${TEXT}`],
  ["replyCreated", reply(), "profile"],
  ["replyEdited", reply(), TEXT],
  ["replyDeleted", reply(), `log ${TEXT}`],
  ["removed", { kind: "reply", id: 21 }, `feed forum forums ${TEXT}`],
  ["saved", { kind: "reply", id: 21, saved: false, inList: true }, "saved"],
  ["forumCreated", forum(), "forum forums"],
  ["forumEdited", forum(), `feed forums ${TEXT}`],
  ["membersChanged", {}, "log profile"],
] as [keyof Changes, never, string][])("%s %j makes stale: %s", async (name, change, stale) => {
  expect(await staleAfter(name, change)).toBe(stale);
});

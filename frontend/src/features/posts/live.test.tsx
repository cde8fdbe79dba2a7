import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { inView } from "../../../test/browser";
import { forum, post, signIn } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { answer, refuse, twoPages } from "../../../test/server";
import { queryClient } from "../../api/queryClient";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";

const written = (id: number, forumId = 7) => ({ id, forumId, act: "written" }) as const;

async function atLiveForum() {
  signIn();
  const live = liveServer();
  answer("get", "/forums/{id}", forum());
  const lists = answer("get", "/api/forum/{id}/posts", [post()]);
  const app = visit("/forums/7");
  await screen.findByRole("link", { name: "First tomatoes" });
  await live.follows("forum:7");
  return { ...app, ...live, lists };
}

test("new posts wait above a forum's list until a click", async () => {
  const { send, user } = await atLiveForum();
  await send("post", written(12));
  await send("post", written(13));
  await send("post", written(14, 8));
  const button = await screen.findByRole("button", { name: "2 new posts" });
  const list = screen.getByRole("list", { name: "Posts" });
  expect(within(list).getAllByRole("article")).toHaveLength(1);
  answer("get", "/api/forum/{id}/posts", [post({ id: 13 }), post({ id: 12 }), post()]);
  await user.click(button);
  await waitFor(() => expect(within(list).getAllByRole("article")).toHaveLength(3));
  expect(screen.getByRole("heading", { name: "Gardening" })).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole("button", { name: /new posts/ })).toBeNull());
});

test("a post that is edited changes in its list", async () => {
  const { send } = await atLiveForum();
  answer("get", "/api/posts/{id}", post({ title: "Second tomatoes" }));
  await send("post", { id: 11, forumId: 7, act: "edited" });
  expect(await screen.findByRole("link", { name: "Second tomatoes" })).toBeVisible();
});

test("in a list, a refetched post shows its text without markup", async () => {
  const { send } = await atLiveForum();
  const text = "They are red and there are many of them";
  const told = post({ title: "Second tomatoes", description: text });
  delete told.excerpt;
  answer("get", "/api/posts/{id}", told);
  await send("post", { id: 11, forumId: 7, act: "locked" });
  await screen.findByRole("link", { name: "Second tomatoes" });
  expect(screen.getByText(text)).toBeVisible();
  const description = `**Seven** words that nobody ${"knew ".repeat(50)}||and a secret||`;
  const html = "<p><strong>Seven</strong> words that nobody";
  answer("get", "/api/posts/{id}", {
    ...told,
    description,
    description_html: `${html} ${"knew ".repeat(50)}<span class="spoiler">and a secret</span></p>`,
  });
  await send("post", { id: 11, forumId: 7, act: "edited" });
  const cut = `Seven words that nobody${" knew".repeat(35)}…`;
  expect(await screen.findByText(cut)).toBeVisible();
});

test("a post of a list stays in place when it is deleted", async () => {
  const { send } = await atLiveForum();
  const asked = refuse("get", "/api/posts/{id}", 404);
  await send("post", { id: 11, forumId: 7, act: "deleted" });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByRole("link", { name: "First tomatoes" })).toBeVisible();
});

test("after a gap the newest posts are compared", async () => {
  const { send } = await atLiveForum();
  answer("get", "/api/forum/{id}/posts", [post({ id: 12 }), post()]);
  await send("resync", {});
  expect(await screen.findByRole("button", { name: "1 new post" })).toBeVisible();
});

test("posts of the list's next pages are not new", async () => {
  const { send } = await atLiveForum();
  const later = [post({ id: 12 }), post(), post({ id: 10 }), post({ id: 9 })];
  answer("get", "/api/forum/{id}/posts", later);
  await send("resync", {});
  expect(await screen.findByRole("button", { name: "1 new post" })).toBeVisible();
});

test("a search shows no new posts", async () => {
  signIn();
  const { follows, connections } = liveServer();
  answer("get", "/forums/{id}", forum());
  const lists = answer("get", "/api/forum/{id}/posts", [post()]);
  visit("/forums/7/posts/search?keyword=red");
  await screen.findByRole("link", { name: "First tomatoes" });
  await follows();
  expect(lists).toHaveLength(1);
  expect(connections.at(-1)?.topics).toEqual([]);
});

test("a post that is deleted while open shows Not found", async () => {
  signIn();
  const { follows, send } = liveServer();
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  visit("/posts/11");
  await screen.findByRole("heading", { name: "First tomatoes" });
  await follows("post:11");
  refuse("get", "/api/posts/{id}", 404);
  await send("post", { id: 11, forumId: 7, act: "deleted" });
  expect(await screen.findByText("Oops, it looks like this post couldn't load")).toBeVisible();
  expect(screen.getByText("This post was deleted.")).toBeVisible();
});

test("a refetch waits for a pending vote", async () => {
  signIn();
  const { follows, send } = liveServer();
  const asked = answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const up = { upvotes: 4, downvotes: 1, hasUpvoted: true, hasDownvoted: false };
  const { promise, resolve } = Promise.withResolvers<void>();
  answer("put", "/api/posts/{id}/upvote", () => promise.then(() => up));
  const { user } = visit("/posts/11");
  const button = await screen.findByRole("button", { name: "Upvote" });
  await follows("post:11");
  await user.click(button);
  const before = asked.length;
  await send("resync", {});
  expect(button).toHaveAttribute("aria-pressed", "true");
  expect(asked).toHaveLength(before);
  resolve();
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

test("a row says how many replies are new", async () => {
  signIn();
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post({ newReplies: 3 }), post({ id: 12 })]);
  visit("/forums/7");
  const rows = await screen.findAllByRole("article");
  expect(within(rows[0]!).getByText("3 new")).toBeVisible();
  expect(within(rows[1]!).queryByText(/new/)).toBeNull();
});

/** Lets cached answers seem an hour old. */
function grow() {
  for (const query of queryClient.getQueryCache().getAll())
    query.setState({ dataUpdatedAt: Date.now() - 3_600_000 });
}

const rows = () => within(screen.getByRole("list", { name: "Posts" })).getAllByRole("article");

test("a feed of two pages tells on Back what is new, and moves nothing", async () => {
  answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) => (url.searchParams.has("cursor") ? [post({ id: 10 })] : [post()]),
    { headers: twoPages },
  );
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  const { user, router } = visit("/forums/7");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.click(screen.getAllByRole("link", { name: "First tomatoes" })[0]!);
  await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
  grow();
  const asked = answer("get", "/api/forum/{id}/posts", [post({ id: 12 }), post()]);
  await act(() => router.navigate(-1));
  const pill = await screen.findByRole("button", { name: "1 new post" });
  expect(rows()).toHaveLength(2);
  expect(asked).toHaveLength(1);
  await user.click(pill);
  await waitFor(() => expect(screen.queryByRole("button", { name: "1 new post" })).toBeNull());
  expect(rows()[0]).toHaveAttribute("id", "post-12");
});

test("the bar brings the news to a reader at the list's end", async () => {
  const { send, user } = await atLiveForum();
  const ofPages = (newest: Post[]) =>
    answer(
      "get",
      "/api/forum/{id}/posts",
      ({ url }) => (url.searchParams.has("cursor") ? [post({ id: 10 })] : newest),
      {
        headers: ({ url }) => ({
          Link: `</?cursor=${url.searchParams.get("cursor")}b>; rel="next"`,
        }),
      },
    );
  ofPages([post()]);
  await queryClient.refetchQueries({ queryKey: postKeys.forums });
  const more = await screen.findByRole("button", { name: "Load more" });
  await user.click(more);
  await waitFor(() => expect(rows()).toHaveLength(2));
  await send("post", written(12));
  const pill = await screen.findByRole("button", { name: "1 new post" });
  ofPages([post({ id: 12 }), post()]);
  // The list that gets shorter brings its end into view.
  const shrinking = new MutationObserver(() => inView.show(more.parentElement!));
  shrinking.observe(screen.getByRole("list", { name: "Posts" }), { childList: true });
  await user.click(pill);
  await waitFor(() => expect(rows()[0]).toHaveAttribute("id", "post-12"));
  await waitFor(() => expect(rows()).toHaveLength(3));
  shrinking.disconnect();
});

test.each(["hot", "top", "following"])("the feed %s tells on focus what is new", async (feed) => {
  signIn();
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  answer("get", "/api/posts", [post()]);
  visit(`/?feed=${feed}`);
  await waitFor(() => expect(rows()).toHaveLength(1));
  // The bar comes later than the list, and only then looks for what is new.
  const observed = { queryKey: ["page one"], type: "active" } as const;
  await waitFor(() => expect(queryClient.getQueryCache().findAll(observed)).toHaveLength(1));
  grow();
  answer("get", "/api/posts", [post({ id: 12 }), post()]);
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  expect(await screen.findByRole("button", { name: "1 new post" })).toBeVisible();
  expect(rows()).toHaveLength(1);
  focusManager.setFocused(undefined);
});

/** A feed of two pages, left for a post and seen again an hour later. */
async function returnTo(feed: string) {
  signIn();
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  answer(
    "get",
    "/api/posts",
    ({ url }) => (url.searchParams.has("cursor") ? [post({ id: 10 })] : [post()]),
    { headers: twoPages },
  );
  const app = visit(`/?feed=${feed}`);
  await waitFor(() => expect(rows()).toHaveLength(1));
  await app.user.click(await screen.findByRole("button", { name: "Load more" }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await screen.findByRole("link", { name: "Following" });
  const observed = { queryKey: ["page one"], type: "active" } as const;
  await waitFor(() => expect(queryClient.getQueryCache().findAll(observed)).toHaveLength(1));
  await app.user.click(within(rows()[0]!).getByRole("link", { name: "First tomatoes" }));
  await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
  grow();
  answer("get", "/api/posts", [post({ id: 12 }), post()]);
  await act(() => app.router.navigate(-1));
}

test.each(["hot", "top", "following"])("the feed %s tells on return what is new", async (feed) => {
  await returnTo(feed);
  expect(await screen.findByRole("button", { name: "1 new post" })).toBeVisible();
  expect(rows()).toHaveLength(2);
});

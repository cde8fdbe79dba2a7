import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { queryClient } from "../../api/queryClient";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";
import { inView } from "../../../test/browser";
import { answer, refuse, twoPages } from "../../../test/server";
import { forum, post, signIn } from "../../../test/fixtures";
import { atForum } from "../../../test/forum";
import { liveServer } from "../../../test/live";
import { atPost } from "../../../test/thread";

test("a row shows score, title, author, age and replies", async () => {
  atForum([post()]);
  const row = await screen.findByRole("article");
  expect(within(row).getByRole("link", { name: "First tomatoes" })).toHaveAttribute(
    "href",
    "/posts/11",
  );
  expect(within(row).getByTestId("score")).toHaveTextContent(/^2$/);
  expect(row).toHaveTextContent("bob");
  expect(row).toHaveTextContent(/ago/);
  expect(row).toHaveTextContent("2 replies");
});

test.each(["/forums/7", "/forums/7/posts"])("%s lists the newest first", async (path) => {
  const { calls } = atForum([post()], {}, path);
  await screen.findByText("First tomatoes");
  expect(calls[0]?.url.searchParams.get("filter")).toBe("recent");
});

test("a search is in the URL and is sorted by popularity", async () => {
  const { user, calls, address } = atForum([post()]);
  await user.type(await screen.findByRole("searchbox"), "red{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7/posts/search?keyword=red"));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("keyword")).toBe("red"));
  expect(calls.at(-1)?.url.searchParams.get("filter")).toBe("popularity");
});

test("the order is in the URL", async () => {
  const { user, calls, address } = atForum([post()]);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Sort" }), "Most Popular");
  expect(address()).toBe("/forums/7?sort=popularity");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("filter")).toBe("popularity"));
});

test("a post shows its exact time", async () => {
  atPost({ timeOfCreation: new Date(2026, 0, 5, 15, 4).toISOString() });
  expect(await screen.findByText("Jan 5, 2026 3:04 PM")).toBeVisible();
});

test("a list of several pages fetches only its first page on focus", async () => {
  answer("get", "/forums/{id}", forum());
  const calls = answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) =>
      url.searchParams.has("cursor") ? [post({ id: 12, title: "Second page" })] : [post()],
    {
      headers: twoPages,
    },
  );
  const { user } = visit("/forums/7");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Second page");
  queryClient
    .getQueryCache()
    .getAll()
    .forEach((query) => (query.state.dataUpdatedAt = 0));
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls).toHaveLength(3);
  expect(calls[2]?.url.searchParams.has("cursor")).toBe(false);
  focusManager.setFocused(undefined);
});

test("rows are comfortable or compact, as chosen in this browser", async () => {
  const { user } = atForum([post()]);
  expect(await screen.findByRole("article")).toHaveTextContent("They are red");
  await user.selectOptions(screen.getByRole("combobox", { name: "Row height" }), "Compact");
  expect(screen.getByRole("article")).not.toHaveTextContent("They are red");
  expect(localStorage.getItem("density")).toBe("compact");
  await user.selectOptions(screen.getByRole("combobox", { name: "Row height" }), "Comfortable");
});

test("a search keeps the chosen order", async () => {
  const { user, address } = atForum([post()], {}, "/forums/7?sort=recent");
  await user.type(await screen.findByRole("searchbox"), "red{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7/posts/search?keyword=red&sort=recent"));
});

test("a long post folds", async () => {
  const { user } = atPost({ description: "Word ".repeat(400) });
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(more).toHaveAttribute("aria-expanded", "false");
  await user.click(more);
  expect(screen.getByRole("button", { name: "Show less" })).toHaveFocus();
});

test("an approved post is shown to its author at once", async () => {
  const { follows, send } = liveServer();
  signIn();
  answer("get", "/api/unread", { notifications: 0, messages: 0, reports: 0 });
  answer("get", "/api/posts/{id}", post({ held: true, creator_username: "ann" }));
  answer("get", "/api/posts/{postId}/replies", []);
  visit("/posts/11");
  expect(await screen.findByText("Awaiting approval")).toBeVisible();
  await follows();
  answer("get", "/api/posts/{id}", post({ creator_username: "ann" }));
  await send("unread", { notifications: 1, messages: 0, reports: 0 });
  expect(await screen.findByRole("link", { name: "Share" })).toBeVisible();
  expect(screen.queryByText("Awaiting approval")).toBeNull();
});

test("a held post has no thread, and its author can only delete it", async () => {
  signIn();
  answer("get", "/api/posts/{id}", post({ held: true, creator_username: "ann" }));
  // Requested together with the post.
  refuse("get", "/api/posts/{postId}/replies", 404);
  visit("/posts/11");
  expect(await screen.findByText("Awaiting approval")).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete" })).toBeVisible();
  for (const name of ["Share", "Edit"]) expect(screen.queryByRole("link", { name })).toBeNull();
  expect(screen.queryByRole("region", { name: "Replies" })).toBeNull();
});

test("the end of a list in view does not cancel its refetch", async () => {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post()], { headers: twoPages });
  visit("/forums/7");
  const more = await screen.findByRole("button", { name: "Load more" });
  const first = Promise.withResolvers<Post[]>();
  answer(
    "get",
    "/api/forum/{id}/posts",
    ({ url }) => (url.searchParams.has("cursor") ? [post({ id: 12 })] : first.promise),
    { headers: twoPages },
  );
  await act(async () => void queryClient.refetchQueries({ queryKey: postKeys.forums }));
  await act(async () => inView.show(more.parentElement!));
  first.resolve([post({ title: "Newer title" })]);
  expect(await screen.findByText("Newer title")).toBeVisible();
});

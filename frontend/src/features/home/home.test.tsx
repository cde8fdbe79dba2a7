import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { answer, refuse } from "../../../test/server";
import { forum, post, signIn } from "../../../test/fixtures";
import { many, section, titles } from "../../../test/home";
import { queryClient } from "../../api/queryClient";

/** Home asks for the trending posts and for the feed. */
const trendingCalls = (calls: { url: URL }[]) =>
  calls.filter(({ url }) => url.searchParams.get("limit") === "10");

test("home fetches ten popular posts and the most active forums", async () => {
  const posts = answer("get", "/api/posts", many(3));
  const forums = answer("get", "/forums", [forum()]);
  visit("/");
  await screen.findAllByText("Post 1");
  expect(trendingCalls(posts).map(({ url }) => url.search)).toEqual([
    "?filter=popularity&limit=10&today=true",
  ]);
  // The side column uses the same query.
  expect(forums.map(({ url }) => url.search)).toEqual(["?isMostActive=true"]);
});

test("rows show the excerpt, and nothing the hidden text", async () => {
  const text = { description: "**Red** ||and dead||", excerpt: "Red" };
  answer("get", "/api/posts", [post(text), post({ ...text, id: 12 }), post({ ...text, id: 13 })]);
  answer("get", "/forums", []);
  visit("/");
  for (const row of (await feed()).getAllByRole("article"))
    expect(within(row).getByText("Red")).toBeVisible();
  for (const article of screen.getAllByRole("article"))
    expect(article).not.toHaveTextContent("dead");
});

test("on a quiet day it asks again without today", async () => {
  const posts = answer("get", "/api/posts", many(2));
  answer("get", "/forums", []);
  visit("/");
  await screen.findAllByText("Post 1");
  expect(trendingCalls(posts).map(({ url }) => url.searchParams.get("today"))).toEqual([
    "true",
    null,
  ]);
});

test("the sort is there once posts are, with its three words", async () => {
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  visit("/");
  await screen.findAllByText("Wow, such empty!");
  expect(screen.queryByRole("combobox", { name: "Sort" })).toBeNull();
});

test("an empty feed of followed forums says how to fill it", async () => {
  signIn();
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  visit("/?feed=following");
  expect(await screen.findByText(/Posts of forums that you watch/)).toBeVisible();
});

test("sorts by time or by score, and keeps it in the address", async () => {
  setWidth(390);
  answer("get", "/api/posts", [
    post({ id: 1, title: "old and good", upvotes: 9, timeOfCreation: "2026-11-01T00:00:00.000Z" }),
    post({ id: 2, title: "new", upvotes: 1, timeOfCreation: "2026-11-03T00:00:00.000Z" }),
    post({ id: 3, title: "between", upvotes: 5, timeOfCreation: "2026-11-02T00:00:00.000Z" }),
  ]);
  answer("get", "/forums", []);
  const { user, address } = visit("/");
  const sort = await screen.findByRole("combobox", { name: "Sort" });
  expect([...sort.children].map((option) => option.textContent)).toEqual([
    "Sort",
    "Most Recent",
    "Most Popular",
  ]);
  const trending = await section("Trending Now");
  await user.selectOptions(sort, "Most Recent");
  await waitFor(() => expect(titles(trending)).toEqual(["new", "between", "old and good"]));
  await user.selectOptions(sort, "Most Popular");
  await waitFor(() => expect(titles(trending)).toEqual(["old and good", "between", "new"]));
  expect(address()).toBe("/?sort=popularity");
});

const feed = async () => within(await screen.findByRole("list", { name: "Posts" }));

test("the feed's order, newest or popular, is in the URL", async () => {
  const calls = answer("get", "/api/posts", ({ url }) =>
    url.searchParams.has("today")
      ? many(3)
      : [post({ title: url.searchParams.get("filter") === "recent" ? "Fresh" : "Loved" })],
  );
  answer("get", "/forums", []);
  const { user, address } = visit("/");
  expect(await (await feed()).findByText("Fresh")).toBeVisible();
  const tabs = within(screen.getByRole("navigation", { name: "Feed" }));
  expect(tabs.getByRole("link", { name: "New" })).toHaveAttribute("aria-current", "page");
  await user.click(tabs.getByRole("link", { name: "Top" }));
  expect(await (await feed()).findByText("Loved")).toBeVisible();
  expect(address()).toBe("/?feed=top");
  expect(tabs.getByRole("link", { name: "Top" })).toHaveFocus();
  expect(calls.at(-1)?.url.search).toBe("?filter=popularity&limit=20");
});

test.each([
  ["Hot", "/?feed=hot", "?filter=hot&limit=20"],
  ["Following", "/?feed=following", "?filter=following&limit=20"],
])("members choose %s", async (tab, expected, query) => {
  signIn();
  const calls = answer("get", "/api/posts", [post()]);
  answer("get", "/forums", []);
  answer("get", "/forums/favorites", []);
  const { user, address } = visit("/");
  await feed();
  const tabs = within(screen.getByRole("navigation", { name: "Feed" }));
  await user.click(tabs.getByRole("link", { name: tab }));
  await waitFor(() => expect(calls.at(-1)?.url.search).toBe(query));
  expect(address()).toBe(expected);
});

test.each(["hot", "top"])("the %s feed is not refetched on focus", async (tab) => {
  const calls = answer("get", "/api/posts", many(3));
  answer("get", "/forums", []);
  visit(`/?feed=${tab}`);
  await feed();
  const loaded = calls.filter(({ url }) => url.searchParams.get("limit") === "20");
  await queryClient.invalidateQueries({ refetchType: "none" });
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(calls.filter(({ url }) => url.searchParams.get("limit") === "20")).toEqual(loaded);
  focusManager.setFocused(undefined);
});

test("a period narrows the top posts; visitors follow nothing", async () => {
  const calls = answer("get", "/api/posts", [post()]);
  answer("get", "/forums", []);
  const { user, address } = visit("/?feed=top");
  await feed();
  const periods = within(await screen.findByRole("navigation", { name: "Period" }));
  expect(periods.getByRole("link", { name: "All time" })).toHaveAttribute("aria-current", "page");
  await user.click(periods.getByRole("link", { name: "Week" }));
  await waitFor(() =>
    expect(calls.at(-1)?.url.search).toBe("?filter=popularity&limit=20&period=week"),
  );
  expect(address()).toBe("/?feed=top&period=week");
  expect(screen.queryByRole("link", { name: "Following" })).toBeNull();
});

test("the feed goes on over the Link header", async () => {
  const calls = answer(
    "get",
    "/api/posts",
    ({ url }) => [post(url.searchParams.has("cursor") ? { id: 12, title: "Second page" } : {})],
    { headers: { Link: '</api/posts?cursor=abc>; rel="next"' } },
  );
  answer("get", "/forums", []);
  const { user } = visit("/");
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  expect(await (await feed()).findByText("Second page")).toBeVisible();
  expect(calls.at(-1)?.url.search).toContain("cursor=abc");
});

test("a failed feed shows an error beside the rest of home", async () => {
  refuse("get", "/api/posts", 500);
  answer("get", "/forums", [forum()]);
  visit("/");
  expect(await screen.findByText("Couldn't load posts. Try again.")).toBeVisible();
});

test("the sidebar lists active and favorite forums from 1,100 px", async () => {
  signIn();
  answer("get", "/api/posts", []);
  answer("get", "/forums", [forum({ topic: "Busy" })]);
  const calls = answer("get", "/forums/favorites", [forum({ topic: "Loved", favorited: true })]);
  setWidth(1100);
  visit("/");
  const side = within(await screen.findByRole("complementary", { name: "About this site" }));
  expect(await side.findByRole("link", { name: "Busy" })).toHaveAttribute("href", "/forums/7");
  expect(await side.findByRole("link", { name: "Loved" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("below 1,100 px there is no side column", async () => {
  setWidth(1099);
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  visit("/");
  await screen.findAllByText("Wow, such empty!");
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("visitors are told what they may do, members are not", async () => {
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  visit("/");
  const text = await screen.findByText(/Browse freely, or/);
  expect(text).toHaveTextContent("Browse freely, or sign up to take part");
  expect(within(text).getByRole("link")).toHaveAttribute("href", "/register");
});

test("each half shows its own error", async () => {
  refuse("get", "/api/posts", 500);
  refuse("get", "/forums", 500);
  visit("/");
  expect(await screen.findByText("Oops, it looks like popular posts couldn't load")).toBeVisible();
  expect(await screen.findByText("Oops, it looks like active forums couldn't load")).toBeVisible();
});

test("the keyboard starts in the feed, by j or by the link to it", async () => {
  answer("get", "/api/posts", many(3));
  answer("get", "/forums", []);
  const { user } = visit("/");
  const first = (await (await feed()).findAllByRole("article"))[0];
  expect(screen.getByRole("link", { name: "Skip to feed" })).toHaveAttribute("href", "#feed");
  await user.keyboard("j");
  await waitFor(() => expect(first).toHaveFocus());
  expect(first?.closest("#feed")).not.toBeNull();
});

test("an active forum shows the age of its latest post", async () => {
  const timeOfCreation = new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString();
  answer("get", "/api/posts", []);
  answer("get", "/forums", [
    forum({ latest: { id: 1, title: "Slugs", timeOfCreation } }),
    forum({ id: 8, topic: "Ponds", latest: null }),
  ]);
  visit("/");
  const forums = await section("Active Forums");
  expect((await forums.findByText("3 hours ago")).parentElement).toHaveTextContent(
    "Latest post 3 hours ago",
  );
  expect(forums.getByText("No posts yet")).toBeVisible();
});

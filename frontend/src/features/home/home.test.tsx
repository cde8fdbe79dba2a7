import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Swiper } from "swiper";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { answer, refuse } from "../../../test/server";
import { forum, post, signIn } from "../../../test/fixtures";
import { queryClient } from "../../api/queryClient";
import { BREAKPOINTS } from "./breakpoints";

beforeEach(() => setWidth(1440));

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    post({ id: index + 1, title: `Post ${index + 1}`, upvotes: index }),
  );
/** Home asks for the trending posts and for the feed. */
const trendingCalls = (calls: { url: URL }[]) =>
  calls.filter(({ url }) => url.searchParams.get("limit") === "10");
const section = async (name: string) => within(await screen.findByRole("region", { name }));
const titles = (list: Awaited<ReturnType<typeof section>>) =>
  list.getAllByRole("heading", { level: 3 }).map((heading: HTMLElement) => heading.textContent);

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

test("cards and rows show the excerpt, which leaves out markup and spoilers", async () => {
  const text = { description: "**Red** ||and dead||", excerpt: "Red" };
  answer("get", "/api/posts", [post(text), post({ ...text, id: 12 }), post({ ...text, id: 13 })]);
  answer("get", "/forums", []);
  visit("/");
  for (const article of await screen.findAllByRole("article")) {
    expect(within(article).getByText("Red")).toBeVisible();
    expect(article).not.toHaveTextContent("dead");
  }
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

const carousel = (name: string) => screen.findByRole("group", { name });

test.each([
  [840, 3, true],
  [839, 3, false],
  [1440, 2, false],
])("at %d px, %d items in a carousel: %s", async (width, count, isCarousel) => {
  setWidth(width);
  answer("get", "/api/posts", many(count));
  answer("get", "/forums", []);
  visit("/");
  const trending = await section("Trending Now");
  await trending.findByText("Post 2");
  expect(trending.queryByRole("group", { name: "Trending Now" }) !== null).toBe(isCarousel);
});

const swiperOf = (group: HTMLElement) =>
  group.querySelector<HTMLElement & { swiper?: Swiper }>(".swiper")?.swiper;

async function twoCarousels() {
  answer("get", "/api/posts", many(9));
  answer(
    "get",
    "/forums",
    Array.from({ length: 9 }, (_, index) => forum({ id: index + 1, topic: `Forum ${index + 1}` })),
  );
  const { user } = visit("/");
  const posts = await carousel("Trending Now");
  const forums = await carousel("Active Forums");
  return { user, posts, forums };
}

/** Moves the mouse over the carousel, which loads Swiper. */
async function enter(user: ReturnType<typeof visit>["user"], group: HTMLElement) {
  await user.hover(within(group).getAllByRole("article")[0]!);
  await waitFor(() => expect(swiperOf(group)).toBeDefined());
  return swiperOf(group)!;
}

test("a pointer turns the carousel into a coverflow", async () => {
  const { user, posts } = await twoCarousels();
  expect(swiperOf(posts)).toBeUndefined();
  await enter(user, posts);
  expect(posts.querySelector(".swiper-coverflow")).not.toBeNull();
  expect(posts.querySelector(".swiper-pagination-progressbar")).not.toBeNull();
});

test("what has the focus is not redrawn when a mouse comes", async () => {
  const { user, posts, forums } = await twoCarousels();
  const link = within(posts).getByRole("link", { name: "Post 1" });
  act(() => link.focus());
  await user.hover(within(posts).getByText("Post 1"));
  // Wait until its chunk is loaded.
  await enter(user, forums);
  expect(swiperOf(posts)).toBeUndefined();
  expect(link).toHaveFocus();
});

test("an arrow key turns only the carousel that has the focus", async () => {
  const { user, posts, forums } = await twoCarousels();
  const [first, second] = [await enter(user, posts), await enter(user, forums)];
  await user.keyboard("{ArrowRight}");
  expect([first.activeIndex, second.activeIndex]).toEqual([0, 0]);
  act(() => within(forums).getByRole("link", { name: "Forum 1" }).focus());
  // Swiper looks in the next frame whether the focused card is in view.
  await new Promise(requestAnimationFrame);
  await user.keyboard("{ArrowRight}");
  expect([first.activeIndex, second.activeIndex]).toEqual([0, 1]);
});

test("from right to left the arrow keys turn the other way", async () => {
  const { user, posts } = await twoCarousels();
  const swiper = await enter(user, posts);
  posts.style.direction = "rtl";
  act(() => within(posts).getByRole("link", { name: "Post 1" }).focus());
  await user.keyboard("{ArrowLeft}");
  expect(swiper.activeIndex).toBe(1);
  await user.keyboard("{ArrowRight}");
  expect(swiper.activeIndex).toBe(0);
});

test("the buttons turn it, from the first slide to the last", async () => {
  const { user, posts } = await twoCarousels();
  const swiper = await enter(user, posts);
  const previous = screen.getByRole("button", { name: "Previous: Trending Now" });
  const next = screen.getByRole("button", { name: "Next: Trending Now" });
  expect(previous).toHaveAttribute("aria-disabled", "true");
  await user.click(next);
  expect(swiper.activeIndex).toBe(1);
  expect(previous).toHaveAttribute("aria-disabled", "false");
  await user.click(previous);
  expect(swiper.activeIndex).toBe(0);
  // Three of nine are in view, so that the seventh is the last to stand first.
  for (let turn = 0; turn < 6; turn += 1) await user.click(next);
  expect(next).toHaveAttribute("aria-disabled", "true");
  expect(next).toHaveFocus();
});

test("without Swiper the buttons scroll the row", async () => {
  const { user, posts } = await twoCarousels();
  const row = within(posts).getByText("Post 1").closest("[role=group]")!.parentElement!;
  const scrollBy = vi.fn<(options: ScrollToOptions) => void>();
  row.scrollBy = scrollBy as never;
  await user.click(screen.getByRole("button", { name: "Next: Trending Now" }));
  expect(scrollBy).toHaveBeenCalledOnce();
  expect(swiperOf(posts)).toBeUndefined();
});

test("a new order is shown in the carousel", async () => {
  const { user, posts } = await twoCarousels();
  const sort = await screen.findByRole("combobox", { name: "Sort" });
  const swiper = await enter(user, posts);
  const titles = () => swiper.slides.map((slide) => within(slide).getByRole("heading").textContent);
  expect(titles().slice(0, 2)).toEqual(["Post 1", "Post 2"]);
  await user.selectOptions(sort, "Most Popular");
  await waitFor(() => expect(titles().slice(0, 2)).toEqual(["Post 9", "Post 8"]));
});

test("carousels show 1, 2 and 3 slides from 1, 1000 and 1324 px", () => {
  expect(BREAKPOINTS).toEqual({
    1: { slidesPerView: 1, spaceBetween: 10 },
    1000: { slidesPerView: 2, spaceBetween: 100 },
    1324: { slidesPerView: 3, spaceBetween: 100 },
  });
});

test("a narrow list expands to ten items and moves focus", async () => {
  setWidth(390);
  answer("get", "/api/posts", many(12));
  answer(
    "get",
    "/forums",
    Array.from({ length: 12 }, (_, index) => forum({ id: index + 1 })),
  );
  const { user } = visit("/");
  await screen.findAllByText("Post 1");
  for (const [name, start] of [
    ["Trending Now", 3],
    ["Active Forums", 2],
  ] as const) {
    const list = await section(name);
    expect(titles(list)).toHaveLength(start);
    await user.click(list.getByRole("button", { name: `Show ${10 - start} more` }));
    expect(titles(list)).toHaveLength(10);
    expect(list.getAllByRole("article")[start]).toContainElement(
      document.activeElement as HTMLElement,
    );
  }
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

test.each(["hot", "top"])(
  "the order of %s stays as it is when the window gets the focus",
  async (tab) => {
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
  },
);

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

test("a feed that does not load says so, beside all else", async () => {
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
  expect(text).toHaveTextContent("Browse freely, or sign up to post, vote and message people");
  expect(within(text).getByRole("link")).toHaveAttribute("href", "/register");
});

test("each half says by itself that it could not load", async () => {
  refuse("get", "/api/posts", 500);
  refuse("get", "/forums", 500);
  visit("/");
  expect(await screen.findByText("Oops, it looks like popular posts couldn't load")).toBeVisible();
  expect(await screen.findByText("Oops, it looks like active forums couldn't load")).toBeVisible();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import type { Swiper } from "swiper";
import { beforeEach, expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { answer, refuse } from "../../../test/server";
import { forum, post } from "../../../test/fixtures";
import { BREAKPOINTS } from "./breakpoints";

beforeEach(() => setWidth(1440));

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    post({ id: index + 1, title: `Post ${index + 1}`, upvotes: index }),
  );
const section = async (name: string) => within(await screen.findByRole("region", { name }));
const titles = (list: Awaited<ReturnType<typeof section>>) =>
  list.getAllByRole("heading", { level: 3 }).map((heading: HTMLElement) => heading.textContent);

test("asks for ten popular posts of today and the most active forums", async () => {
  const posts = answer("get", "/api/posts", many(3));
  const forums = answer("get", "/forums", [forum()]);
  visit("/");
  await screen.findAllByText("Post 1");
  expect(posts[0]?.url.search).toBe("?filter=popularity&limit=10&today=true");
  expect(forums[0]?.url.search).toBe("?isMostActive=true");
  expect(posts).toHaveLength(1);
});

test("on a quiet day it asks again without today", async () => {
  const posts = answer("get", "/api/posts", many(2));
  answer("get", "/forums", []);
  visit("/");
  await screen.findByText("Post 1");
  expect(posts.map(({ url }) => url.searchParams.get("today"))).toEqual(["true", null]);
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

test.each([
  [840, 3, true],
  [839, 3, false],
  [1440, 2, false],
])("at %d px, %d items in a carousel: %s", async (width, count, carousel) => {
  setWidth(width);
  answer("get", "/api/posts", many(count));
  answer("get", "/forums", []);
  visit("/");
  await screen.findAllByText("Post 1");
  await (await section("Trending Now")).findByText("Post 2");
  expect(document.querySelector(".swiper") !== null).toBe(carousel);
});

const carousel = async () =>
  (await screen.findByText("Post 4")).closest<HTMLElement & { swiper?: Swiper }>(".swiper")!;

async function manyPosts() {
  answer("get", "/api/posts", many(9));
  answer("get", "/forums", []);
  return visit("/");
}

async function awake(user: ReturnType<typeof visit>["user"]) {
  await user.hover(screen.getByText("Post 1"));
  await waitFor(async () => expect((await carousel()).swiper).toBeDefined());
  return carousel();
}

test("once it is pointed at, the carousel is a coverflow with a progress bar", async () => {
  const { user } = await manyPosts();
  expect((await carousel()).swiper).toBeUndefined();
  await user.hover(screen.getByText("Post 1"));
  await waitFor(async () => expect(await carousel()).toHaveClass("swiper-coverflow"));
  expect(document.querySelector(".swiper-pagination-progressbar")).not.toBeNull();
});

test("the focus wakes it too", async () => {
  await manyPosts();
  const swiper = await carousel();
  act(() => within(swiper).getByRole("link", { name: "Post 1" }).focus());
  await waitFor(() => expect(swiper.swiper).toBeDefined());
});

test("an arrow key wakes it and turns it at once", async () => {
  const { user } = await manyPosts();
  const swiper = await carousel();
  vi.spyOn(swiper, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 1000, 300));
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(swiper.swiper?.activeIndex).toBe(1));
});

test("a new order is shown in the carousel", async () => {
  const { user } = await manyPosts();
  const sort = await screen.findByRole("combobox", { name: "Sort" });
  const { swiper } = await awake(user);
  const titles = () =>
    swiper?.slides.map((slide) => within(slide).getByRole("heading").textContent);
  expect(titles()?.slice(0, 2)).toEqual(["Post 1", "Post 2"]);
  await user.selectOptions(sort, "Most Popular");
  await waitFor(() => expect(titles()?.slice(0, 2)).toEqual(["Post 9", "Post 8"]));
});

test("one, two and three slides from 1, 1000 and 1324 px, with their gaps", () => {
  expect(BREAKPOINTS).toEqual({
    1: { slidesPerView: 1, spaceBetween: 10 },
    1000: { slidesPerView: 2, spaceBetween: 100 },
    1324: { slidesPerView: 3, spaceBetween: 100 },
  });
});

test("a narrow list and the active forums end at ten", async () => {
  setWidth(390);
  answer("get", "/api/posts", many(12));
  answer(
    "get",
    "/forums",
    Array.from({ length: 12 }, (_, index) => forum({ id: index + 1 })),
  );
  visit("/");
  await screen.findByText("Post 1");
  expect(titles(await section("Trending Now"))).toHaveLength(10);
  expect(titles(await section("Active Forums"))).toHaveLength(10);
});

test("each half says by itself that it could not load", async () => {
  refuse("get", "/api/posts", 500);
  refuse("get", "/forums", 500);
  visit("/");
  expect(await screen.findByText("Oops, it looks like popular posts couldn't load")).toBeVisible();
  expect(await screen.findByText("Oops, it looks like active forums couldn't load")).toBeVisible();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import type { Swiper } from "swiper";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { answer } from "../../../test/server";
import { forum } from "../../../test/fixtures";
import { many, section, titles } from "../../../test/home";
import { BREAKPOINTS } from "./breakpoints";

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

test("a focused carousel is not replaced when a mouse enters", async () => {
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
    ["Trending Now", 2],
    ["Active Forums", 1],
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

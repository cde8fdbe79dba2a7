import { expect } from "@playwright/test";
import { test } from "./forum.ts";
import { openForum, write } from "./world.ts";

test("from 840 px on home turns in carousels, below it is a list", async ({ visit, world }) => {
  const page = await visit(world.bob, { viewport: { width: 840, height: 900 } });
  await page.goto("/");
  const trending = page.getByRole("region", { name: "Trending Now" });
  const forums = page.getByRole("region", { name: "Active Forums" });
  const width = () =>
    forums
      .locator(".swiper-slide")
      .first()
      .evaluate((one) => one.clientWidth);
  const before = await width();
  for (const showcase of [trending, forums]) {
    // What comes with Swiper for the one leaves the other as it is.
    expect(await width()).toBe(before);
    // Swiper comes once somebody is about to turn the cards.
    await showcase.locator(".swiper").hover();
    await expect(showcase.locator(".swiper-coverflow")).toBeVisible();
    await expect(showcase.locator(".swiper-pagination-progressbar")).toBeVisible();
  }
  for (const [width, slides] of [
    [999, 1],
    [1000, 2],
    [1324, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const swiper = forums.locator(".swiper");
    await expect
      .poll(() => swiper.evaluate((one) => Reflect.get(one, "swiper").params.slidesPerView))
      .toBe(slides);
  }
  await page.setViewportSize({ width: 839, height: 900 });
  await expect(page.locator(".swiper")).toHaveCount(0);
  await expect(trending.getByRole("list").getByRole("article").first()).toBeVisible();
  expect(await trending.getByRole("article").count()).toBeLessThanOrEqual(10);
});

for (const width of [1200, 1440, 1920])
  test(`cards of a turned carousel take the mouse at ${width} px`, async ({ visit, world }) => {
    const page = await visit(world.bob, {
      viewport: { width, height: 900 },
      reducedMotion: "no-preference",
    });
    await page.goto("/");
    for (const name of ["Trending Now", "Active Forums"]) {
      const carousel = page.getByRole("region", { name }).locator(".swiper");
      await carousel.hover();
      await expect(carousel).toHaveClass(/swiper-initialized/);
      const covered = await carousel.evaluate((box) => {
        const edge = box.getBoundingClientRect();
        return [...box.querySelectorAll(".swiper-slide a")].flatMap((link) => {
          const { left, right, top, height } = link.getBoundingClientRect();
          if (left < edge.left || right > edge.right) return [];
          const hit = document.elementFromPoint(left + 4, top + height / 2);
          return link.contains(hit) ? [] : [`${link.textContent}: ${hit?.outerHTML.slice(0, 80)}`];
        });
      });
      expect(covered).toEqual([]);
    }
    const link = page.getByRole("region", { name: "Active Forums" }).getByRole("link").first();
    const box = (await link.boundingBox())!;
    await page.mouse.move(box.x + 10, box.y + box.height / 2, { steps: 8 });
    await page.mouse.down();
    await page.mouse.up();
    await expect(page).toHaveURL(/\/forums\/\d+$/);
  });

test("home sorts by age and by votes", async ({ visit, join }) => {
  const ida = await join("ida");
  const forum = await openForum(ida, "Sorting");
  const best = await write(ida, forum, "Best of all");
  await ida.api.put(`/api/posts/${best.id}/upvote`);
  await write(ida, forum, "Newest of all");
  const page = await visit(undefined, { viewport: { width: 390, height: 844 } });
  const first = page
    .getByRole("region", { name: "Trending Now" })
    .getByRole("article")
    .first()
    .getByRole("heading");
  await page.goto("/");
  const sort = page.getByRole("combobox", { name: "Sort" });
  await expect(sort.getByRole("option")).toHaveText(["Sort", "Most Recent", "Most Popular"]);
  await sort.selectOption("Most Recent");
  await expect(page).toHaveURL("/?sort=recent");
  await expect(first).toHaveText("Newest of all");
  await sort.selectOption("Most Popular");
  await expect(first).toHaveText("Best of all");
  await page.goBack();
  await expect(first).toHaveText("Newest of all");
});

test("where motion is reduced, the cards of a carousel lie flat and do not glide", async ({
  visit,
  world,
}) => {
  const page = await visit(world.bob, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  await page.goto("/");
  const swiper = page.getByRole("region", { name: "Active Forums" }).locator(".swiper");
  const card = swiper.locator(".swiper-slide").nth(1);
  await expect(card).toHaveCSS("animation-name", "none");
  await expect(card).toHaveCSS("transform", "none");
  await swiper.hover();
  await expect(swiper).toHaveClass(/swiper-initialized/);
  await expect(swiper).not.toHaveClass(/swiper-coverflow/);
  const speed = await swiper.evaluate((one) => Reflect.get(one, "swiper").params.speed);
  expect(speed).toBe(0);
});

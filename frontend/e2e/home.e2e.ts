import { expect, type Locator, type Page } from "@playwright/test";
import type { Account } from "./api.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { openForum, write } from "./world.ts";

const CAROUSELS = ["Trending Now", "Active Forums"];

/** Moves the mouse over the cards, which loads Swiper. */
async function enter(section: Locator) {
  await section.getByRole("article").first().hover();
  await expect(section.locator(".swiper")).toHaveClass(/swiper-initialized/);
}

/** Presses a button that turns the carousel, and waits until it stands still at another slide. */
async function turn(section: Locator, button: Locator) {
  const active = section.locator(".swiper-slide-active");
  const before = await active.getAttribute("aria-label");
  await button.click();
  await expect(active).not.toHaveAttribute("aria-label", before!);
  await expect
    .poll(() => section.locator(".swiper").evaluate((one) => Reflect.get(one, "swiper").animating))
    .toBe(false);
}

/** Creates enough posts and forums for both carousels to turn at any width. */
async function fill(owner: Account, topic: string) {
  const forum = await openForum(owner, topic);
  for (const title of ["One", "Two", "Three", "Four", "Five"]) {
    await write(owner, forum, `${topic} ${title}`);
    await openForum(owner, `${topic} ${title}`);
  }
}

test("from 840 px on home turns in carousels, below it is a list", async ({ visit, world }) => {
  const page = await visit(world.bob, { viewport: { width: 840, height: 900 } });
  await page.goto("/");
  const [trending, forums] = CAROUSELS.map((name) => page.getByRole("region", { name }));
  const width = () =>
    forums!
      .getByRole("group", { name: /\/ \d/ })
      .first()
      .evaluate((one) => one.clientWidth);
  const before = await width();
  for (const section of [trending!, forums!]) {
    // Loading Swiper for one carousel leaves the other unchanged.
    expect(await width()).toBe(before);
    await enter(section);
    await expect(section.locator(".swiper-coverflow")).toBeVisible();
    await expect(section.locator(".swiper-pagination-progressbar")).toBeVisible();
  }
  for (const [width, slides] of [
    [999, 1],
    [1000, 2],
    [1324, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const swiper = forums!.locator(".swiper");
    await expect
      .poll(() => swiper.evaluate((one) => Reflect.get(one, "swiper").params.slidesPerView))
      .toBe(slides);
  }
  await page.setViewportSize({ width: 839, height: 900 });
  await expect(page.locator(".swiper")).toHaveCount(0);
  await expect(trending!.getByRole("list").getByRole("article").first()).toBeVisible();
  expect(await trending!.getByRole("article").count()).toBeLessThanOrEqual(10);
});

for (const width of [1200, 1920])
  test(`cards take the mouse at ${width} px, before and after a turn`, async ({ visit, join }) => {
    const owner = await join(`mouse${width}`);
    await fill(owner, `Mice at ${width}`);
    const page = await visit(owner, {
      viewport: { width, height: 900 },
      reducedMotion: "no-preference",
    });
    await page.goto("/");
    for (const name of CAROUSELS) {
      const section = page.getByRole("region", { name });
      await enter(section);
      await expect.poll(() => covered(section)).toEqual([]);
      await turn(section, section.getByRole("button", { name: `Next: ${name}` }));
      await expect.poll(() => covered(section)).toEqual([]);
    }
    const click = async (target: Locator) => {
      // Waits until it stands still; the row may be replaced once the mouse is over it.
      let box: Awaited<ReturnType<Locator["boundingBox"]>> = null;
      await expect(async () => {
        await target.hover({ trial: true });
        box = await target.boundingBox();
        expect(box).not.toBeNull();
      }).toPass();
      const { x, y, height } = box!;
      await page.mouse.move(x + 8, y + height / 2, { steps: 8 });
      await page.mouse.down();
      await page.mouse.up();
    };
    const trending = page.getByRole("region", { name: "Trending Now" });
    const middle = trending.locator(".swiper-slide-active");
    await click(middle.getByRole("link").last());
    await expect(page).toHaveURL(/\/forums\/\d+$/);
    await page.goBack();
    const forums = page.getByRole("region", { name: "Active Forums" });
    await click(forums.getByRole("link").first());
    await expect(page).toHaveURL(/\/forums\/\d+$/);
  });

/** Visible links and buttons that something else covers. */
function covered(section: Locator): Promise<string[]> {
  return section.locator(".swiper").evaluate((box) => {
    const edge = box.getBoundingClientRect();
    return [...box.querySelectorAll(".swiper-slide :is(a, button)")].flatMap((control) => {
      const { left, right, top, height } = control.getBoundingClientRect();
      if (left < edge.left || right > edge.right) return [];
      const hit = document.elementFromPoint(left + 4, top + height / 2);
      return control.contains(hit)
        ? []
        : [`${control.textContent}: ${hit?.outerHTML.slice(0, 80)}`];
    });
  });
}

const firstSlides = (page: Page) =>
  Promise.all(
    CAROUSELS.map((name) =>
      page
        .getByRole("region", { name })
        .getByRole("group", { name: /^1 \/ \d/ })
        .evaluate((one) => Math.round(one.getBoundingClientRect().left)),
    ),
  );

for (const withSwiper of [true, false])
  test(`an arrow key turns only the carousel that has the focus, ${
    withSwiper ? "with" : "without"
  } Swiper`, async ({ visit, world }) => {
    const page = await visit(world.bob, { viewport: { width: 1200, height: 900 } });
    await page.goto("/");
    const sections = CAROUSELS.map((name) => page.getByRole("region", { name }));
    if (withSwiper) for (const section of sections) await enter(section);
    const atRest = await firstSlides(page);
    await page.locator("body").press("ArrowRight");
    await settled(page);
    expect(await firstSlides(page)).toEqual(atRest);
    await sections[1]!.getByRole("link").first().focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await firstSlides(page))[1]).toBeLessThan(atRest[1]! - 100);
    expect((await firstSlides(page))[0]).toBe(atRest[0]);
  });

test("a carousel turns by buttons, dragging and touch", async ({ visit, join }) => {
  const owner = await join("turner");
  await fill(owner, "Turning");
  const page = await visit(owner, { viewport: { width: 1000, height: 900 }, hasTouch: true });
  await page.goto("/");
  const section = page.getByRole("region", { name: "Active Forums" });
  const start = async () => (await firstSlides(page))[1]!;
  const atRest = await start();
  // Touch scrolls the row without Swiper.
  const next = section.getByRole("button", { name: "Next: Active Forums" });
  await next.tap();
  await expect.poll(start).toBeLessThan(atRest - 100);
  await section.getByRole("button", { name: "Previous: Active Forums" }).tap();
  // The slant moves the edges a little.
  await expect.poll(start).toBeGreaterThan(atRest - 20);
  await expect(section.locator(".swiper")).toHaveCount(0);
  await page.locator("h1").click();
  await enter(section);
  const box = (await section.getByRole("article").first().boundingBox())!;
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 8);
  await page.mouse.down();
  await page.mouse.move(box.x - 200, box.y + box.height - 8, { steps: 12 });
  await page.mouse.up();
  await expect.poll(start).toBeLessThan(atRest - 100);
  await expect(page).toHaveURL("/");
});

for (const [width, height, fold] of [
  [1440, 900, 900],
  [390, 844, 788],
] as const)
  test(`the feed starts above the fold at ${width} px`, async ({ visit, join }) => {
    await fill(await join(`fold${width}`), `Folds at ${width}`);
    const page = await visit(undefined, { viewport: { width, height } });
    await page.goto("/");
    const feed = page.getByRole("list", { name: "Posts" });
    const first = (await feed.getByRole("article").first().boundingBox())!;
    expect(first.y + 40).toBeLessThan(fold);
    await page.getByRole("link", { name: "Top", exact: true }).click();
    await expect(page).toHaveURL("/?feed=top");
    await page.reload();
    await expect(page.getByRole("link", { name: "Top", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

test("reduced motion keeps a carousel's cards flat", async ({ visit, world }) => {
  const page = await visit(world.bob, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  await page.goto("/");
  const section = page.getByRole("region", { name: "Active Forums" });
  const card = section.getByRole("group", { name: /^2 \/ \d/ });
  await expect(card).toHaveCSS("animation-name", "none");
  await expect(card).toHaveCSS("transform", "none");
  await enter(section);
  const swiper = section.locator(".swiper");
  await expect(swiper).not.toHaveClass(/swiper-coverflow/);
  const speed = await swiper.evaluate((one) => Reflect.get(one, "swiper").params.speed);
  expect(speed).toBe(0);
});

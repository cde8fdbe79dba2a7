import { expect, type Locator, type Page } from "@playwright/test";
import type { Reply } from "../src/api/types.ts";
import { test } from "./forum.ts";
import { settled } from "./settled.ts";
import { answer, openForum, say, write } from "./world.ts";

/** After this time on the page, visitors get a live stream too. */
const STAY_MS = 10_000;

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const reply = (page: Page, { id }: Reply) => page.locator(`#reply-${id}`);
const top = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top);

/** Opens an address and waits for its live stream. */
async function follow(page: Page, path: string) {
  const stream = page.waitForResponse(
    (response) => response.url().includes("/api/events") && response.ok(),
  );
  await page.goto(path);
  await stream;
  await expect(bell(page)).toBeVisible();
}

const followTopic = (page: Page, topic: string) =>
  page.waitForResponse(
    (response) =>
      response.url().includes("/api/events") &&
      decodeURIComponent(response.url()).includes(topic) &&
      response.ok(),
  );

test("replies of others wait, and what is read does not move", async ({ visit, join }) => {
  const [ann, ben] = [await join("live-ann"), await join("live-ben")];
  const post = await write(ben, await openForum(ben, "Live threads"), "A lively one");
  const first = await answer(ben, post, "The first one");
  for (let number = 2; number <= 12; number += 1) await answer(ben, post, `Number ${number}`);
  const page = await visit(ann);
  const following = followTopic(page, `post:${post.id}`);
  await page.goto(`/posts/${post.id}`);
  await following;
  const read = page.getByText("Number 6", { exact: true });
  await read.scrollIntoViewIfNeeded();
  const before = await top(read);

  const below = await answer(ben, post, "Below the first", first);
  const last = await answer(ben, post, "At the end");
  const button = page.getByRole("button", { name: "2 new replies" });
  await expect(button).toBeVisible();
  await expect(page.getByRole("heading", { name: "14 replies" })).toBeAttached();
  expect(Math.abs((await top(read)) - before)).toBeLessThan(2);
  await expect(reply(page, last)).toHaveCount(0);

  await button.click();
  await expect(reply(page, below)).toBeFocused();
  await expect(reply(page, below).getByText("New", { exact: true })).toBeVisible();
  await expect(reply(page, last)).toBeAttached();
  await expect(button).toBeHidden();
});

test("a visitor who stays sees news too, and nothing moves", async ({ visit, join }) => {
  const abe = await join("live-abe");
  const forum = await openForum(abe, "Live visitors");
  const post = await write(abe, forum, "For everybody");
  const first = await answer(abe, post, "The first one");
  const page = await visit();
  await page.clock.install();
  const following = followTopic(page, `post:${post.id}`);
  await page.goto(`/posts/${post.id}`);
  await page.clock.fastForward(STAY_MS);
  expect((await following).request().headers()).not.toHaveProperty("authorization");
  await abe.api.put(`/api/replies/${first.id}/upvote`);
  await expect(reply(page, first).getByText("1", { exact: true })).toBeVisible();
  const second = await answer(abe, post, "The second one");
  await page.getByRole("button", { name: "1 new reply" }).click();
  await expect(reply(page, second)).toBeFocused();

  const home = followTopic(page, "posts");
  await page.getByRole("link", { name: "Home" }).click();
  await home;
  await write(abe, forum, "For the visitor of home");
  await page.getByRole("button", { name: "1 new post" }).click();
  await expect(page.getByRole("heading", { name: "For the visitor of home" })).toBeVisible();
});

test("votes, edits and removals show in place", async ({ visit, join }) => {
  const [cat, dan] = [await join("live-cat"), await join("live-dan")];
  const post = await write(dan, await openForum(dan, "Live votes"), "Vote on this");
  const said = await answer(dan, post, "Regretted soon");
  const page = await visit(cat);
  const following = followTopic(page, `post:${post.id}`);
  await page.goto(`/posts/${post.id}`);
  await following;
  await dan.api.put(`/api/replies/${said.id}/upvote`);
  await expect(reply(page, said).getByText("1", { exact: true })).toBeVisible();
  await dan.api.post(`/api/posts/${post.id}`, { title: "Voted on", description: "Edited" });
  await expect(page.getByRole("heading", { name: "Voted on" })).toBeVisible();
  await dan.api.delete(`/api/replies/${said.id}`);
  await expect(page.getByText("Regretted soon")).toBeHidden();
});

test("the bell and the title show a new reply, and lead to it", async ({ visit, join }) => {
  const [eva, fred] = [await join("live-eva"), await join("live-fred")];
  const post = await write(eva, await openForum(eva, "Live bells"), "Ring it");
  const page = await visit(eva);
  await follow(page, "/forums");
  const said = await answer(fred, post, "Ding dong");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await expect(page).toHaveTitle("(1) Forums · POST-UP");
  await bell(page).click();
  await page.getByRole("link", { name: "live-fred replied to you in “Ring it”" }).click();
  await expect(reply(page, said)).toBeFocused();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(page).toHaveTitle("Ring it · POST-UP");
});

test("the bell shows a mention", async ({ visit, join }) => {
  const [gus, hal] = [await join("live-gus"), await join("live-hal")];
  const post = await write(hal, await openForum(hal, "Live names"), "Who was it");
  const page = await visit(gus);
  await follow(page, "/forums");
  await answer(hal, post, "I think it was @live-gus");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
  await page.goto("/notifications");
  await expect(
    page.getByRole("link", { name: "live-hal mentioned you in “Who was it”" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
});

test("a message and its read mark appear at once", async ({ visit, join }) => {
  const [ida, jon] = [await join("live-ida"), await join("live-jon")];
  const [hers, his] = [await visit(ida), await visit(jon)];
  await follow(hers, `/messages/${jon.id}`);
  await follow(his, "/forums");
  const log = hers.getByRole("log", { name: "Messages" });
  await hers.getByLabel("Message", { exact: true }).fill("Are you there?");
  await hers.getByRole("button", { name: "Send" }).click();
  const messages = his.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Messages 1 unread",
  });
  await expect(messages).toBeVisible();
  await messages.click();
  await his.getByRole("link", { name: "live-ida" }).click();
  await expect(log.getByText("read", { exact: true })).toBeVisible();
  await say(jon, ida, "Yes I am");
  await expect(log.getByText("Yes I am")).toBeVisible();
});

test("new posts wait above the list", async ({ visit, join }) => {
  const [kim, leo] = [await join("live-kim"), await join("live-leo")];
  const forum = await openForum(leo, "Live posts");
  await write(leo, forum, "An old one");
  const page = await visit(kim);
  const following = followTopic(page, `forum:${forum.id}`);
  await page.goto(`/forums/${forum.id}`);
  await following;
  const old = page.getByRole("link", { name: "An old one" });
  const before = await top(old);
  await write(leo, forum, "A new one");
  const button = page.getByRole("button", { name: "1 new post" });
  await expect(button).toBeVisible();
  expect(await top(old)).toBe(before);
  await button.click();
  await expect(page.getByRole("link", { name: "A new one" })).toBeVisible();
});

test("a ban ends the session at once", async ({ visit, join, admin }) => {
  const max = await join("live-max");
  const page = await visit(max);
  await follow(page, "/forums");
  await admin.api.put(`/user/${max.id}/ban`);
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a hundred events leave a half-written reply alone", async ({ visit, join }) => {
  const [nia, oto] = [await join("live-nia"), await join("live-oto")];
  const post = await write(oto, await openForum(oto, "Live floods"), "A flood");
  await answer(oto, post, "The first drop");
  const page = await visit(nia);
  const following = followTopic(page, `post:${post.id}`);
  await page.goto(`/posts/${post.id}`);
  await following;
  const box = page.getByLabel("Write a reply");
  await box.click();
  await page.keyboard.type("Half a thou");
  const before = await top(box);
  for (let number = 1; number <= 100; number += 1) await answer(oto, post, `Drop ${number}`);
  await expect(page.getByRole("button", { name: "100 new replies" })).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.type("ght");
  await expect(box).toHaveValue("Half a thought");
  expect(await top(box)).toBe(before);
});

test("the tabs of a browser share one stream and hand it over", async ({ visit, join }) => {
  const [pia, ray] = [await join("live-pia"), await join("live-ray")];
  const post = await write(pia, await openForum(pia, "Live tabs"), "Two tabs");
  const first = await visit(pia);
  await follow(first, "/forums");
  const second = await first.context().newPage();
  let streams = 0;
  second.on("request", (request) => (streams += Number(request.url().includes("/api/events"))));
  await second.goto("/forums");
  await expect(bell(second)).toBeVisible();
  await answer(ray, post, "For both");
  await expect(bell(second)).toHaveAccessibleName("Notifications, 1 unread");
  expect(streams).toBe(0);
  const taken = second.waitForResponse((response) => response.url().includes("/api/events"));
  await first.close();
  await taken;
  await answer(ray, post, "For the one that is left");
  await second.bringToFront();
  await expect(second).toHaveTitle("(1) Forums · POST-UP");
  await bell(second).click();
  await expect(second.getByRole("link", { name: /2 replies to you/ })).toBeVisible();
});

test("replies since the last visit are marked, and n goes to them", async ({ visit, join }) => {
  const [sue, tim] = [await join("live-sue"), await join("live-tim")];
  const post = await write(tim, await openForum(tim, "Live visits"), "Come back");
  const old = await answer(tim, post, "Seen before");
  const page = await visit(sue);
  const visited = page.waitForResponse((response) => response.url().endsWith("/visit"));
  await page.goto(`/posts/${post.id}`);
  await visited;
  await page.goto("/forums");
  const fresh = await answer(tim, post, "Not seen yet");
  await page.goto(`/forums/${post.forum_id}`);
  await expect(page.getByText("1 new", { exact: true })).toBeVisible();
  await page.goto(`/posts/${post.id}`);
  await expect(reply(page, fresh)).toHaveAttribute("data-new");
  await expect(reply(page, old)).not.toHaveAttribute("data-new");
  // Until then the router may scroll to where the tab left this page last.
  await settled(page);
  await page.keyboard.press("n");
  await expect(reply(page, fresh)).toBeFocused();
  await expect(reply(page, fresh)).not.toHaveAttribute("data-new");
});

import { expect, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import { keeps, memberCaches, openWithWorker } from "./worker.ts";
import { answer, openForum, write } from "./world.ts";

const bar = (page: Page) => page.getByText(/^You are offline\. Shown as of \d+:\d\d\s[AP]M\.$/);

test("what was read is there without a network, after a reload too", async ({ visit, join }) => {
  const ora = await join("ora");
  const post = await write(ora, await openForum(ora, "Tunnels"), "Long tunnels");
  await answer(ora, post, "The longest has no signal");
  const page = await visit(ora);
  await openWithWorker(page, `/posts/${post.id}`);
  await expect(page.getByText("The longest has no signal")).toBeVisible();
  await expect.poll(() => keeps(page, `/api/posts/${post.id}/replies?sort=old`)).toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Long tunnels", level: 1 })).toBeVisible();
  await expect(page.getByText("The longest has no signal")).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await answer(ora, post, "Now there is one");
  await page.context().setOffline(false);
  await expect(page.getByText("Now there is one")).toBeVisible();
  await expect(bar(page)).toBeHidden();
});

test("signing out forgets what was read, and another member sees none of it", async ({
  visit,
  join,
}) => {
  const [paz, quy] = [await join("paz"), await join("quy")];
  await quy.api.post(`/api/contacts/${paz.id}`, { message: "For paz alone" });
  const page = await visit(paz);
  await openWithWorker(page, `/messages/${quy.id}`);
  await expect(page.getByText("For paz alone")).toBeVisible();
  await expect.poll(() => keeps(page, `/api/contacts/${quy.id}/messages`)).toBe(true);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect.poll(() => memberCaches(page)).toEqual([]);
  await page.getByLabel("Username").fill("quy");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect.poll(() => memberCaches(page)).toEqual([`member-${quy.id}`]);
  await page.context().setOffline(true);
  await page.goto(`/messages/${quy.id}`);
  await expect(page.getByText("You can't send messages to yourself.")).toBeVisible();
  await page.goto("/messages");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
  await expect(page.getByText("For paz alone")).toBeHidden();
});

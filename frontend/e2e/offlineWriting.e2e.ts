import { expect, type Page } from "@playwright/test";
import type { Message, Post, Reply } from "../src/api/types.ts";
import { logIn, register } from "./api.ts";
import { test } from "./forum.ts";
import { startProxy } from "./newVersion.ts";
import { ADMIN, startServer } from "./server.ts";
import { openWithWorker } from "./worker.ts";
import { openForum, write } from "./world.ts";

const waiting = (page: Page) => page.getByRole("list", { name: "Waiting to send" });
/** The main script of the page, and of the new version. */
const main = (page: Page) => page.locator('script[src*="/assets/index-"]');
const NEXT = /\.next\.js$/;

async function writeReply(page: Page, text: string) {
  await page.getByLabel("Write a reply").fill(text);
  await page.getByRole("button", { name: "Post reply" }).click();
}

test("what is written without a network is sent once it is back", async ({ visit, join }) => {
  const [ria, sid] = [await join("ria"), await join("sid")];
  const forum = await openForum(ria, "Ferries");
  const post = await write(ria, forum, "Night ferry");
  const page = await visit(ria);
  const chat = await page.context().newPage();
  const form = await page.context().newPage();
  await openWithWorker(page, `/posts/${post.id}`);
  await chat.goto(`/messages/${sid.id}`);
  await expect(chat.getByText("Say hello to sid.")).toBeVisible();
  await form.goto(`/forums/${forum.id}/create-post`);
  await form.getByLabel("Title").fill("Written at sea");
  await page.context().setOffline(true);

  await writeReply(page, "No land in sight");
  await expect(waiting(page)).toContainText("No land in sight");
  await chat.getByLabel("Message", { exact: true }).fill("Can you hear me?");
  await chat.getByRole("button", { name: "Send" }).click();
  await expect(waiting(chat)).toContainText("Can you hear me?");
  await form.getByLabel("Description").fill("Only waves");
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(form).toHaveURL("/drafts");
  await expect(waiting(form)).toContainText("Written at sea");
  // A reload loses nothing.
  await page.reload();
  await expect(waiting(page)).toContainText("No land in sight");

  await page.context().setOffline(false);
  for (const tab of [page, chat, form]) await expect(waiting(tab)).toBeHidden();
  const replies = await ria.api.get<Reply[]>(`/api/posts/${post.id}/replies`);
  expect(replies.map(({ description }) => description)).toEqual(["No land in sight"]);
  const messages = await ria.api.get<Message[]>(`/api/contacts/${sid.id}/messages`);
  expect(messages.map(({ message }) => message)).toEqual(["Can you hear me?"]);
  const posts = await ria.api.get<Post[]>(`/api/forum/${forum.id}/posts`);
  expect(posts.map(({ title }) => title).toSorted()).toEqual(["Night ferry", "Written at sea"]);
  await expect(page.getByRole("article").getByText("No land in sight")).toBeVisible();
});

test("a text that is refused later comes back with the reason", async ({ visit, join }) => {
  const tam = await join("tam");
  const post = await write(tam, await openForum(tam, "Bridges"), "Drawbridge");
  const page = await visit(tam);
  await openWithWorker(page, `/posts/${post.id}`);
  await page.context().setOffline(true);
  await writeReply(page, "Too late");
  await expect(waiting(page)).toBeVisible();
  await tam.api.delete(`/api/posts/${post.id}/delete`);
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().includes("/api/drafts/reply-"),
  );
  await page.context().setOffline(false);
  await expect(page.getByText("Not sent. Your text is back in its box.")).toBeVisible();
  await expect(waiting(page)).toBeHidden();
  await stored;
  await page.goto("/drafts");
  await expect(page.getByText("Too late")).toBeVisible();
});

test("two tabs send what waits once, also after the server was down", async ({ visit }) => {
  const { origin, stop, down, up } = await startServer();
  const uma = await register(origin, "uma");
  const post = await write(uma, await openForum(uma, "Breakwaters"), "Lamp room");
  const first = await visit(uma, {
    baseURL: origin,
    storageState: {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            { name: "token", value: uma.token },
            { name: "user", value: JSON.stringify(uma.user) },
          ],
        },
      ],
    },
  });
  await openWithWorker(first, `/posts/${post.id}`);
  const second = await first.context().newPage();
  await second.goto(`/posts/${post.id}`);
  await expect(second.getByLabel("Write a reply")).toBeVisible();
  await down();
  await writeReply(first, "Is the lamp out?");
  await expect(waiting(first)).toContainText("Is the lamp out?");
  await expect(waiting(second)).toContainText("Is the lamp out?");
  await expect(first.getByText(/^Server could not be reached\. Shown as of /)).toBeVisible();
  await second.reload();
  await expect(second.getByRole("heading", { name: "Lamp room", level: 1 })).toBeVisible();
  await up();
  for (const tab of [first, second]) {
    await expect(waiting(tab)).toBeHidden();
    // One of them has sent it; to the other it is new.
    const reply = tab.getByRole("article").getByText("Is the lamp out?");
    await expect(reply.or(tab.getByRole("button", { name: "1 new reply" }))).toBeVisible();
  }
  const { api } = await logIn(origin, ADMIN);
  expect(await api.get<Reply[]>(`/api/posts/${post.id}/replies`)).toHaveLength(1);
  stop();
});

test("a new version waits for the next screen, and for who is writing", async ({
  visit,
  origin,
  admin,
  world: { post },
}) => {
  const { origin: at, release, stop } = await startProxy(origin);
  const page = await visit(undefined, {
    baseURL: at,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: at,
          localStorage: [
            { name: "token", value: admin.token },
            { name: "user", value: JSON.stringify(admin.user) },
          ],
        },
      ],
    },
  });
  await openWithWorker(page, `/posts/${post.id}`);
  const other = await page.context().newPage();
  await other.goto("/forums");
  await page.getByLabel("Write a reply").fill("While it rains");
  release();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText("A new version is ready")).toBeVisible();
  await page.getByLabel("Write a reply").pressSequentially(" outside");
  await expect(main(page)).not.toHaveAttribute("src", NEXT);
  await page.getByRole("link", { name: "Forums", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Forums", level: 1 })).toBeVisible();
  await expect(main(page)).toHaveAttribute("src", NEXT);
  await expect(page.getByText("A new version is ready")).toBeHidden();
  // The other tab still works, until its reader goes on.
  await expect(main(other)).not.toHaveAttribute("src", NEXT);
  await other.getByRole("button", { name: "Reload" }).click();
  await expect(main(other)).toHaveAttribute("src", NEXT);
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByLabel("Write a reply")).toHaveValue("While it rains outside");
  // Others find no draft of the same member. The server's copy may come back until the page knows of it.
  await expect(async () => {
    await page.getByLabel("Write a reply").fill("");
    expect(await admin.api.get("/api/drafts")).toEqual([]);
  }).toPass();
  stop();
});

import { expect, type Page } from "@playwright/test";
import type { Account } from "./api.ts";
import { confirm, test } from "./forum.ts";
import { settled } from "./settled.ts";
import { say } from "./world.ts";

const log = (page: Page) => page.getByRole("log", { name: "Messages" });
const item = (page: Page, text: string) =>
  log(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(text, { exact: true }) });
const contact = (page: Page, name: string) =>
  page.getByRole("list", { name: "Contacts" }).getByRole("link", { name });

/** The distance of a message from the top of the log. */
const place = (page: Page, text: string) =>
  item(page, text).evaluate(
    (one) =>
      one.getBoundingClientRect().top - one.closest("[role=log]")!.getBoundingClientRect().top,
  );

/** Tolerance: scrolling rounds positions to whole pixels. */
const staysAt = async (page: Page, text: string, before: number) =>
  expect(Math.abs((await place(page, text)) - before)).toBeLessThan(2);

async function longTalk(one: Account, other: Account, length: number) {
  for (let number = 1; number <= length; number += 1)
    await say(number % 2 ? one : other, number % 2 ? other : one, `Message ${number}`);
}

test("two people talk: sent, read, edited, deleted", async ({ visit, join }) => {
  const [mia, ned] = [await join("mia"), await join("ned")];
  const hers = await visit(mia);
  await hers.goto("/messages");
  await hers.getByRole("button", { name: "Send New Message" }).click();
  await hers.getByRole("searchbox", { name: "Search users" }).fill("NED");
  await hers.getByRole("button", { name: "Search", exact: true }).click();
  await hers.getByRole("list", { name: "Users" }).getByRole("link", { name: "ned" }).click();
  await hers.getByLabel("Message", { exact: true }).fill("Hello ned");
  await hers.getByRole("button", { name: "Send" }).click();
  await expect(item(hers, "Hello ned")).toBeVisible();
  await hers.getByLabel("Message", { exact: true }).fill("Are you there?");
  await hers.keyboard.press("Control+Enter");
  await expect(item(hers, "Are you there?")).toBeVisible();
  await expect(hers.getByLabel("Message", { exact: true })).toHaveValue("");
  await expect(item(hers, "Hello ned").getByText("read", { exact: true })).toBeHidden();

  const his = await visit(ned);
  await his.goto("/messages");
  await expect(contact(his, "mia")).toContainText("Are you there?");
  await expect(contact(his, "mia")).toContainText("2 unread");
  await contact(his, "mia").click();
  await expect(item(his, "Hello ned")).toBeVisible();
  await expect(item(his, "Hello ned").getByRole("button")).toHaveAccessibleName("Report");
  await expect(item(hers, "Are you there?").getByText("read", { exact: true })).toBeVisible();
  await his.getByRole("link", { name: "Messages" }).first().click();
  await expect(contact(his, "mia")).toContainText("Are you there?");
  await expect(contact(his, "mia")).not.toContainText("unread");
  await contact(his, "mia").click();

  await item(hers, "Hello ned").getByRole("button", { name: "Edit" }).click();
  await hers.getByLabel("Edit message").fill("Good evening ned");
  await hers.getByRole("button", { name: "Save" }).click();
  await expect(item(hers, "Good evening ned").getByTitle("edited")).toHaveText("*");

  await item(hers, "Are you there?").getByRole("button", { name: "Delete" }).click();
  const question = "Are you sure you want to delete this message? This action cannot be undone.";
  await confirm(hers, question, "Delete");
  for (const page of [hers, his]) {
    await expect(log(page).getByRole("listitem")).toHaveCount(1);
    await expect(item(page, "Good evening ned").getByTitle("edited")).toHaveText("*");
  }

  await hers.getByLabel("Message", { exact: true }).fill("One line\nand another");
  await hers.keyboard.press("Control+Enter");
  const lines = await log(his).getByText("and another").innerText();
  expect(lines).toBe("One line\nand another");
});

test("a long chat opens at its end and loads older pages calmly", async ({ visit, join }) => {
  const [una, vic] = [await join("una"), await join("vic")];
  await longTalk(una, vic, 130);
  const page = await visit(una);
  await page.goto(`/messages/${vic.id}`);
  await expect(item(page, "Message 130")).toBeInViewport();
  const messages = log(page).getByRole("listitem");
  for (const [oldest, count] of [
    [81, 100],
    [31, 130],
  ] as const) {
    await expect(item(page, `Message ${oldest}`)).toBeAttached();
    const before = await item(page, `Message ${oldest}`).evaluate((one) => {
      const log = one.closest("[role=log]")!;
      log.scrollTo({ top: -log.scrollHeight });
      return one.getBoundingClientRect().top - log.getBoundingClientRect().top;
    });
    await expect(messages).toHaveCount(count);
    await staysAt(page, `Message ${oldest}`, before);
  }
  const texts = await messages.locator("p").allTextContents();
  expect(texts).toEqual(Array.from({ length: 130 }, (_, index) => `Message ${index + 1}`));
});

test("a new message moves neither what is read nor what is typed", async ({ visit, join }) => {
  const [wim, xia] = [await join("wim"), await join("xia")];
  await longTalk(wim, xia, 70);
  const page = await visit(wim);
  await page.goto(`/messages/${xia.id}`);
  await expect(item(page, "Message 40")).toBeAttached();
  await page.getByLabel("Message", { exact: true }).fill("Half a thou");
  await log(page).evaluate((one) => one.scrollTo({ top: -600 }));
  const before = await place(page, "Message 60");

  await say(xia, wim, "Message 71");
  await expect(item(page, "Message 71")).toBeAttached();
  await staysAt(page, "Message 60", before);
  const box = page.getByLabel("Message", { exact: true });
  await expect(box).toBeFocused();
  await page.keyboard.type("ght");
  await expect(box).toHaveValue("Half a thought");
});

test("new messages are announced; one's own is scrolled to", async ({ visit, join }) => {
  const [abe, bea] = [await join("abe"), await join("bea")];
  await longTalk(abe, bea, 40);
  const page = await visit(abe);
  await page.goto(`/messages/${bea.id}`);
  await expect(item(page, "Message 40")).toBeInViewport();
  await log(page).evaluate((one) => one.scrollTo({ top: -600 }));
  await expect(item(page, "Message 40")).not.toBeInViewport();
  await say(bea, abe, "Are you still there?");
  await page.getByRole("button", { name: "1 new message" }).click();
  await expect(item(page, "Are you still there?")).toBeInViewport();
  await expect(log(page)).toBeFocused();

  await log(page).evaluate((one) => one.scrollTo({ top: -600 }));
  await expect(item(page, "Are you still there?")).not.toBeInViewport();
  await page.getByLabel("Message", { exact: true }).fill("I am");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(item(page, "I am")).toBeInViewport();
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
});

test("messages out of view stay unread", async ({ visit, join }) => {
  const [yan, zoe] = [await join("yan"), await join("zoe")];
  for (let number = 1; number <= 40; number += 1) await say(yan, zoe, `Message ${number}`);
  const page = await visit(zoe);
  // Those that come into view together are marked a moment later.
  const marked = page.waitForResponse((answer) => /\/read\b/.test(answer.url()));
  await page.goto(`/messages/${yan.id}`);
  await expect(item(page, "Message 40")).toBeInViewport();
  await marked;
  await settled(page);
  await page.goto("/messages");
  await expect(contact(page, "yan")).toContainText(/[1-3]\d unread/);
});

test("a blocked member cannot write until unblocked", async ({ visit, join }) => {
  const [ada, ben] = [await join("ada"), await join("ben")];
  await say(ben, ada, "Buy my honey");
  const [hers, his] = [await visit(ada), await visit(ben)];
  await hers.goto(`/messages/${ben.id}`);
  await hers.getByRole("button", { name: "Block" }).click();
  const question =
    "Block ben? You will get no more messages from them, and cannot send them any, until you unblock them. Existing messages are kept.";
  await confirm(hers, question, "Block");
  await expect(hers.getByText("You have blocked ben.")).toBeFocused();
  await expect(item(hers, "Buy my honey")).toBeVisible();
  await expect(hers.getByLabel("Message", { exact: true })).toBeHidden();

  await his.goto(`/messages/${ada.id}`);
  await his.getByLabel("Message", { exact: true }).fill("Please");
  await his.getByRole("button", { name: "Send" }).click();
  await expect(his.getByRole("alert")).toContainText("does not accept messages from you");

  await hers.reload();
  await hers.getByRole("button", { name: "Unblock" }).click();
  await confirm(hers, "Unblock ben? You can then send each other messages again.", "Unblock");
  await expect(hers.getByLabel("Message", { exact: true })).toBeFocused();
  await expect(hers.getByRole("status")).toHaveText("ben is unblocked.");
  await his.getByRole("button", { name: "Send" }).click();
  await expect(item(his, "Please")).toBeVisible();
});

test("the suggestions of a chat are within the window", async ({ visit, join }) => {
  const quinn = await join("quinn");
  // As many as are suggested at once, so that the list is high.
  for (const name of ["zed1", "zed2", "zed3", "zed4", "zed5", "zed6"]) await join(name);
  const page = await visit(quinn);
  await page.goto(`/messages/${(await join("rory")).id}`);
  await page.getByLabel("Message", { exact: true }).pressSequentially("@zed", { delay: 60 });
  const list = page.getByRole("listbox", { name: "Members" });
  await expect(list.getByRole("option")).toHaveCount(6);
  await expect(async () => {
    const { y, height } = (await list.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }).toPass();
});

import { expect, type Page } from "@playwright/test";
import { confirm, signIn, test } from "./forum.ts";
import { answer, openForum, write } from "./world.ts";

/** Returning to a tab refreshes the profile. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));

async function find(page: Page, username: string) {
  await page.getByRole("searchbox", { name: /^Search (members|users)$/ }).fill(username);
  await page.getByRole("button", { name: "Search", exact: true }).click();
}

test("a promoted moderator gains and loses the forum's tools", async ({
  visit,
  join,
  world: { bob },
}) => {
  const cleo = await join("cleo");
  const forum = await openForum(bob, "Cleo's garden");
  const post = await write(bob, forum, "Slugs");
  await answer(bob, post, "They eat everything");
  const hers = await visit(cleo);
  const tools = hers.getByRole("link", { name: "Promote to Moderator" });
  const remove = hers.getByRole("button", { name: "Remove", exact: true });
  await hers.goto(`/forums/${forum.id}`);
  await expect(hers.getByRole("link", { name: "Slugs" })).toBeVisible();
  await expect(tools).toBeHidden();

  const his = await visit(bob);
  await his.goto(`/forums/${forum.id}`);
  await his.getByRole("link", { name: "Promote to Moderator" }).click();
  await find(his, "cleo");
  await his.getByRole("button", { name: "Promote cleo" }).click();
  await confirm(his, "Promote cleo to moderator?", "Promote");
  await expect(his.getByRole("status")).toHaveText("cleo is now a moderator.");
  await expect(his.getByRole("button", { name: "Promote cleo" })).toBeHidden();
  await expect(his.getByRole("button", { name: "Remove cleo" })).toBeVisible();

  await comeBack(hers);
  await expect(tools).toBeVisible();
  await hers.getByRole("button", { name: "More actions" }).click();
  await expect(hers.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await hers.keyboard.press("Escape");
  // Admins delete forums; moderators remove a post on its own page.
  await expect(remove).toHaveCount(0);
  await hers.getByRole("link", { name: "Slugs" }).click();
  await expect(remove).toHaveCount(2);
  await hers
    .getByRole("region", { name: "Replies" })
    .getByRole("button", { name: "Remove" })
    .click();
  await confirm(hers, "Remove this reply?", "Remove");
  const reply = hers.getByRole("region", { name: "Replies" }).getByRole("article");
  await expect(reply.getByRole("heading")).toContainText("removed");
  await expect(reply.getByRole("paragraph")).toHaveText("removed");
  await expect(reply.locator("img")).toHaveAttribute("src", /removed/);

  await his.getByRole("button", { name: "Remove cleo" }).click();
  await confirm(his, "Remove cleo as a moderator?", "Remove");
  await expect(his.getByRole("button", { name: "Promote cleo" })).toBeVisible();
  await comeBack(hers);
  await expect(remove).toHaveCount(0);
});

test("a new admin leaves the list and sees the ADMIN link", async ({
  visit,
  join,
  admin,
  world: { bob },
}) => {
  const dora = await join("dora");
  const hers = await visit(dora);
  await hers.goto("/users/admin");
  await expect(hers.getByText("Only admins can see this list.")).toBeVisible();
  const page = await visit(admin);
  await page.goto("/");
  await page.getByRole("link", { name: "ADMIN", exact: true }).click();
  await find(page, "dora");
  await expect(page).toHaveURL("/users/admin?keyword=dora");
  await page.getByRole("button", { name: "Promote dora" }).click();
  await confirm(page, "Promote dora to admin?", "Cancel");
  await page.getByRole("button", { name: "Promote dora" }).click();
  await confirm(page, "Promote dora to admin?", "Promote");
  await expect(page.getByText("Wow, such empty!")).toBeVisible();
  await comeBack(hers);
  await expect(hers.getByRole("link", { name: "ADMIN", exact: true })).toBeVisible();
  await find(hers, bob.username);
  await expect(hers.getByRole("button", { name: "Ban bob" })).toBeVisible();

  await page.getByRole("link", { name: "Admins" }).click();
  await page.getByRole("button", { name: "Demote dora" }).click();
  await confirm(page, "Demote dora? They will no longer be an admin.", "Demote");
  await expect(page.getByRole("button", { name: "Demote dora" })).toBeHidden();
  // Her live stream or next request shows it.
  await comeBack(hers);
  await expect(hers.getByText("Only admins can see this list.")).toBeVisible();
});

test("a ban ends the session, until the unban", async ({ visit, join, admin, world: { post } }) => {
  const eve = await join("eve");
  const hers = await visit(eve);
  await hers.goto(`/posts/${post.id}`);
  await hers.getByLabel("Write a reply").fill("Last words");
  const page = await visit(admin);
  await page.goto("/users/admin?keyword=eve");
  await page.getByRole("button", { name: "Ban eve", exact: true }).click();
  await page.getByLabel("Duration").selectOption("7 days");
  await page.getByLabel("Reason (optional)").fill("Three quarrels in a day");
  await confirm(page, "Ban eve?", "Ban");
  await expect(page.getByText("Banned", { exact: true })).toBeVisible();

  // Her live stream or next request shows it.
  await expect(hers).toHaveURL("/login");
  const dialog = hers.getByRole("dialog", { name: "Sorry, login unsuccessful" });
  await expect(dialog).toContainText("This user has been banned");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(hers.getByRole("link", { name: "Messages" })).toBeHidden();
  await signIn(hers, eve);
  await expect(dialog).toBeVisible();
  await expect(hers.getByText("You have been banned.")).toBeVisible();
  await expect(dialog).toContainText("Reason: Three quarrels in a day");
  await expect(dialog).toContainText("The ban ends on");
  await expect(hers.getByLabel("Username")).toHaveValue("");
  await expect(hers.getByLabel("Password")).toHaveValue("");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("button", { name: "Unban eve" }).click();
  await confirm(page, "Unban eve?", "Unban");
  await expect(page.getByRole("button", { name: "Ban eve", exact: true })).toBeVisible();
  await signIn(hers, eve);
  await expect(hers.getByRole("dialog", { name: "Welcome, eve!" })).toBeVisible();
});

test("visitors find in the log who locked a post and why", async ({ visit, world: { bob } }) => {
  const forum = await openForum(bob, "Allotments");
  const post = await write(bob, forum, "Hosepipes");
  const his = await visit(bob);
  await his.goto(`/posts/${post.id}`);
  const choose = async (name: string) => {
    await his.getByRole("button", { name: "More actions" }).click();
    await his.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Lock");
  await his.getByLabel("Reason (optional)").fill("Settled by the rain.");
  await confirm(his, "Lock this post?", "Lock");
  await expect(his.getByText("Locked", { exact: true })).toBeVisible();

  const page = await visit();
  await page.goto(`/forums/${forum.id}`);
  await page.getByRole("link", { name: "Moderation log" }).click();
  await expect(page.getByText("Only in Allotments")).toBeVisible();
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: "bob locked Hosepipes in Allotments" });
  await expect(entry).toContainText("Settled by the rain.");
  await expect(entry.getByText("Reverted")).toBeHidden();

  await choose("Unlock");
  await expect(his.getByText("Locked", { exact: true })).toBeHidden();
  await page.reload();
  await expect(entry.getByText("Reverted")).toBeVisible();
  await page.getByRole("combobox", { name: "Action" }).selectOption("Post unlocked");
  await expect(entry).toBeHidden();
  await expect(page.getByText("bob unlocked Hosepipes in Allotments")).toBeVisible();
  await page.getByRole("link", { name: "Hosepipes" }).click();
  await expect(page.getByRole("heading", { name: "Hosepipes", level: 1 })).toBeVisible();
});

test("a banned member appeals at sign-in, and an admin lifts the ban", async ({
  visit,
  join,
  admin,
}) => {
  const flo = await join("flo");
  const page = await visit(admin);
  await page.goto("/users/admin?keyword=flo");
  await page.getByRole("button", { name: "Ban flo", exact: true }).click();
  await page.getByLabel("Reason (optional)").fill("Advertising");
  await confirm(page, "Ban flo?", "Ban");
  await expect(page.getByText("Banned", { exact: true })).toBeVisible();

  const hers = await visit();
  await hers.goto("/login");
  await signIn(hers, flo);
  const dialog = hers.getByRole("dialog", { name: "Sorry, login unsuccessful" });
  await dialog.getByRole("textbox", { name: "Appeal" }).fill("That was my brother");
  await dialog.getByRole("button", { name: "Send appeal" }).click();
  await expect(dialog.getByText("Your appeal was sent.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();

  await page.goto("/moderation/queue");
  await page.getByRole("link", { name: "Banned: Advertising" }).click();
  await expect(page.getByText("That was my brother")).toBeVisible();
  await page.getByRole("button", { name: "Unban" }).click();
  await expect(page.getByText("Appeal accepted.")).toBeVisible();
  await signIn(hers, flo);
  await expect(hers.getByRole("dialog", { name: "Welcome, flo!" })).toBeVisible();
});

test("a banned member sees why and can appeal", async ({ visit, join, world: { bob } }) => {
  const gus = await join("gus");
  const forum = await openForum(bob, "Meadows");
  const post = await write(bob, forum, "Clover");
  const his = await visit(gus);
  await his.goto(`/posts/${post.id}`);
  await his.getByLabel("Write a reply").fill("Once more");
  const theirs = await visit(bob);
  await theirs.goto(`/forums/${forum.id}/members?keyword=gus`);
  await theirs.getByRole("button", { name: "Ban gus", exact: true }).click();
  await theirs.getByLabel("Duration").selectOption("7 days");
  await theirs.getByLabel("Reason (optional)").fill("Quarrels");
  await confirm(theirs, "Ban gus from this forum?", "Ban");
  await expect(theirs.getByText("Quarrels")).toBeVisible();

  // The live stream announces it.
  const note = his.getByRole("region", { name: /^You are banned from this forum/ });
  await expect(note).toContainText("Reason: Quarrels");
  await expect(note).toContainText("The ban ends on");
  await expect(his.getByLabel("Write a reply")).toBeHidden();
  await his.goto(`/forums/${forum.id}`);
  await expect(note).toBeVisible();
  await expect(his.getByRole("link", { name: "Create Post" })).toBeHidden();
  await note.getByRole("button", { name: "Appeal" }).click();
  await note.getByRole("textbox", { name: "Appeal" }).fill("It was a joke");
  await note.getByRole("button", { name: "Send appeal" }).click();
  await expect(note).toContainText("Your appeal was sent.");
  await his.goto(`/posts/${post.id}`);
  await expect(note).toContainText("Your appeal was sent.");

  await theirs.goto("/moderation/queue");
  await theirs.getByRole("link", { name: "Banned: Quarrels" }).click();
  const card = theirs.getByRole("region", { name: "Report" });
  await expect(card.getByText("It was a joke")).toBeVisible();
  await expect(card.getByText("Banned from Meadows")).toBeVisible();
  await card.getByRole("button", { name: "Unban" }).click();
  await expect(theirs.getByText("Appeal accepted.")).toBeVisible();

  await expect(note).toBeHidden();
  await expect(his.getByLabel("Write a reply")).toHaveValue("Once more");
  await his.getByRole("button", { name: "Post reply" }).click();
  await expect(his.getByRole("article").filter({ hasText: "Once more" })).toBeVisible();
  await his.goto("/notifications");
  await expect(
    his.getByText("Your appeal was accepted: you are no longer banned from Meadows"),
  ).toBeVisible();
});

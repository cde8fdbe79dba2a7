import { expect } from "@playwright/test";
import { confirm, signIn, test } from "./forum.ts";
import { openForum, write } from "./world.ts";

const NOTHING = { name: "Not found", level: 1 } as const;

test("a forum is closed, and opened again, by its moderator", async ({ visit, world: { bob } }) => {
  const forum = await openForum(bob, "Greenhouse");
  await write(bob, forum, "Who has the key?");
  const his = await visit(bob);
  const page = await visit();
  const change = async (to: string, consequence: string) => {
    await his.goto(`/forums/${forum.id}`);
    await his.getByRole("button", { name: "More actions" }).first().click();
    await his.getByRole("menuitem", { name: "Edit" }).click();
    await his.getByRole("radio", { name: to }).check();
    await his.getByRole("button", { name: "Submit" }).click();
    await expect(his.getByRole("dialog")).toContainText(consequence);
    await confirm(his, "Change who can read Greenhouse?", "Change");
    await expect(his.getByText("Forum updated.")).toBeVisible();
  };
  await change("Private", "This forum and its post disappear for everyone but its members");
  await expect(his.getByRole("heading", { name: "Greenhouse Private", level: 1 })).toBeVisible();
  await page.goto(`/forums/${forum.id}`);
  await expect(page.getByRole("heading", NOTHING)).toBeVisible();
  await page.goto("/forums");
  await expect(page.getByRole("link", { name: "Gardening" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Greenhouse" })).toBeHidden();

  await change("Public", "1 post becomes readable by everyone.");
  await page.goto(`/forums/${forum.id}`);
  await expect(page.getByRole("link", { name: "Who has the key?" })).toBeVisible();
  await expect(page.getByText("Private", { exact: true })).toBeHidden();
});

test("a visitor signs in to read what is for members", async ({ visit, join, world: { bob } }) => {
  const forum = await openForum(bob, "Seed exchange", "members");
  const post = await write(bob, forum, "Beans for peas");
  const ida = await join("ida");
  const page = await visit();
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByRole("heading", NOTHING)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, ida);
  await expect(page).toHaveURL(`/posts/${post.id}`);
  await page.getByRole("dialog").getByRole("button").first().click();
  await expect(page.getByRole("heading", { name: "Beans for peas", level: 1 })).toBeVisible();
  await expect(page.getByRole("article").first().getByText("Members only")).toBeVisible();
  await page.getByRole("link", { name: "Share" }).click();
  await expect(page.getByText("Only people who are signed in can open this link.")).toBeVisible();
});

test("who is invited joins, is seen among the members, and leaves", async ({
  visit,
  join,
  world: { bob },
}) => {
  const forum = await openForum(bob, "Committee", "private");
  const post = await write(bob, forum, "Minutes of May");
  const jon = await join("jon");
  const his = await visit(bob);
  await his.goto(`/forums/${forum.id}`);
  await his.getByRole("link", { name: "Members", exact: true }).click();
  await expect(his.getByText("This forum has no members yet.")).toBeVisible();
  await his.getByLabel("Ends after").selectOption("1 day");
  await his.getByRole("button", { name: "Create invitation" }).click();
  const address = await his.getByLabel("Invitation link").inputValue();

  const theirs = await visit(jon);
  await theirs.goto(`/posts/${post.id}`);
  await expect(theirs.getByRole("heading", NOTHING)).toBeVisible();
  await theirs.goto(address);
  await expect(theirs.getByRole("heading", { name: /^Committee/ })).toBeVisible();
  await theirs.getByRole("button", { name: "Join", exact: true }).click();
  await expect(theirs).toHaveURL(`/forums/${forum.id}`);
  await theirs.getByRole("link", { name: "Minutes of May" }).click();
  await theirs.getByLabel("Write a reply").click();
  const composer = theirs.getByRole("region", { name: "Replies" });
  await expect(composer.getByText("Only members of Committee can read this.")).toBeVisible();

  await his.reload();
  await expect(his.getByRole("list", { name: "Members" })).toContainText("jon");
  await his.getByRole("button", { name: "End all invitations" }).click();
  await confirm(his, "End all invitations to this forum?", "End all");
  await expect(his.getByText("All invitations to this forum have ended.")).toBeVisible();

  await theirs.goto(`/forums/${forum.id}/members`);
  await theirs.getByRole("button", { name: "Leave this forum" }).click();
  await confirm(theirs, "Leave Committee?", "Leave");
  await expect(theirs).toHaveURL("/forums");
  await theirs.goto(`/posts/${post.id}`);
  await expect(theirs.getByRole("heading", NOTHING)).toBeVisible();
  await theirs.goto(address);
  await expect(theirs.getByText("This invitation has ended or is unknown.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Join", exact: true })).toBeHidden();
});

test("a member who is removed loses the open forum at once", async ({
  visit,
  join,
  world: { bob },
}) => {
  const kim = await join("kim");
  const forum = await openForum(bob, "Orchard", "private");
  const his = await visit(bob);
  await his.goto(`/forums/${forum.id}/members`);
  await his.getByRole("searchbox", { name: "Name" }).fill("kim");
  await his.getByRole("button", { name: "Add kim", exact: true }).click();
  await expect(his.getByText("kim is a member of this forum now.")).toBeVisible();

  const theirs = await visit(kim);
  await theirs.goto(`/forums/${forum.id}`);
  await expect(theirs.getByRole("heading", { name: "Orchard Private", level: 1 })).toBeVisible();
  await his.getByRole("button", { name: "Remove kim", exact: true }).click();
  await confirm(his, "Remove kim from this forum?", "Remove");
  // The live stream tells.
  await expect(theirs.getByRole("heading", NOTHING)).toBeVisible();
});

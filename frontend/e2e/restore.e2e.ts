import { expect } from "@playwright/test";
import { confirm, test } from "./forum.ts";
import { answer, openForum, write } from "./world.ts";

const POST = "Remove this post?";
const REPLY = "Remove this reply?";

test("a removed post is gone for others until the log restores it", async ({
  visit,
  join,
  world: { bob },
}) => {
  const ike = await join("ike");
  const forum = await openForum(bob, "Orchards");
  const post = await write(ike, forum, "Grafting");
  await answer(bob, post, "With which knife?");
  const his = await visit(bob);
  await his.goto(`/posts/${post.id}`);
  const tools = his.getByRole("article").filter({ has: his.getByRole("heading", { level: 1 }) });
  await tools.getByRole("button", { name: "Remove" }).click();
  await his.getByLabel("Reason (optional)").fill("Twice the same");
  await confirm(his, POST, "Remove");
  await expect(his).toHaveURL(`/forums/${forum.id}`);
  await expect(his.getByRole("link", { name: "Grafting" })).toBeHidden();

  const theirs = await visit(ike);
  await theirs.goto(`/posts/${post.id}`);
  await expect(theirs.getByText("Oops, it looks like this post couldn't load")).toBeVisible();
  await theirs.goto("/notifications");
  await expect(theirs.getByText("A moderator removed your post in Orchards")).toBeVisible();
  await theirs.goto(`/modlog?forum=${forum.id}`);
  await expect(theirs.getByText("Twice the same")).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Restore" })).toBeHidden();

  await his.getByRole("link", { name: "Moderation log" }).click();
  await his.getByRole("button", { name: "Restore" }).click();
  await his.getByLabel("Reason (optional)").fill("Not the same after all");
  await confirm(his, "Restore this post?", "Restore");
  await expect(his.getByText("Post restored.")).toBeVisible();
  await expect(his.getByText("Reverted")).toBeVisible();
  await expect(his.getByRole("button", { name: "Restore" })).toBeHidden();

  await theirs.goto("/notifications");
  await theirs.getByRole("link", { name: /A moderator restored your post “Grafting”/ }).click();
  await expect(theirs.getByRole("heading", { name: "Grafting", level: 1 })).toBeVisible();
  await expect(theirs.getByText("With which knife?")).toBeVisible();
});

test("a reply that the queue removed comes back by its button there", async ({
  visit,
  join,
  world: { bob },
}) => {
  const jost = await join("jost");
  const forum = await openForum(bob, "Hedges");
  const post = await write(bob, forum, "Privet");
  const reply = await answer(jost, post, "Cut it in March");
  await answer(bob, post, "Why March?", reply);
  await bob.api.post(`/api/replies/${reply.id}/report`, { reason: "off-topic" });
  const theirs = await visit(jost);
  await theirs.goto(`/posts/${post.id}`);
  const there = theirs.locator(`#reply-${reply.id}`);
  await expect(there).toContainText("Cut it in March");

  const his = await visit(bob);
  await his.goto("/moderation/queue");
  await his.getByRole("link", { name: "Cut it in March" }).click();
  const card = his.getByRole("region", { name: "Report" });
  await card.getByRole("button", { name: "Remove" }).click();
  await confirm(his, REPLY, "Remove");
  await expect(his.getByText("Report resolved.")).toBeVisible();
  // The live stream updates the other browser.
  await expect(there).not.toContainText("Cut it in March");
  await expect(there).toContainText("removed");
  await expect(theirs.getByText("Why March?")).toBeVisible();

  await his.getByRole("link", { name: "Resolved", exact: true }).click();
  await his.getByRole("link", { name: "Cut it in March" }).click();
  await expect(card.getByText("Removed", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Restore" }).click();
  await confirm(his, "Restore this reply?", "Restore");
  await expect(his.getByText("Reply restored.")).toBeVisible();
  await expect(card.getByText("Removed", { exact: true })).toBeHidden();
  await expect(card.getByRole("link", { name: "Show in its thread" })).toBeVisible();
  await expect(there).toContainText("Cut it in March");
});

import { expect } from "@playwright/test";
import { test } from "./forum.ts";
import { openForum, write } from "./world.ts";

const WAITING = "Awaiting approval";

test("links of a new member wait until a moderator approves them", async ({
  visit,
  join,
  world: { bob },
}) => {
  const rita = await join("rosa");
  const forum = await openForum(bob, "Harbours");
  const his = await visit(bob);
  await his.goto(`/forums/${forum.id}/settings`);
  await his.getByLabel("Hold posts and replies with links by new members").check();
  await his.getByRole("button", { name: "Save" }).click();
  await expect(his.getByText("Rules saved.")).toBeVisible();

  const hers = await visit(rita);
  await hers.goto(`/forums/${forum.id}/create-post`);
  await hers.getByLabel("Title").fill("Moorings");
  await hers.getByLabel("Description").fill("Prices at https://moorings.example");
  await hers.getByRole("button", { name: "Submit" }).click();
  await expect(hers.getByRole("heading", { name: "Moorings" })).toBeVisible();
  await expect(hers.getByText(WAITING)).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole("heading", { name: "Moorings" })).toBeVisible();
  await expect(hers.getByText(WAITING)).toBeVisible();
  const address = hers.url();

  const theirs = await visit();
  expect((await theirs.goto(address))?.status()).toBe(404);
  await expect(theirs.getByText("Moorings")).toBeHidden();

  await his.goto("/moderation/queue");
  const card = his.getByRole("region", { name: "Report" });
  await expect(card.getByRole("heading", { name: "Moorings" })).toBeVisible();
  await expect(card.getByText(WAITING)).toBeVisible();
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(his.getByText("Approved.", { exact: true })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Moorings" })).toBeVisible();

  // Undone, it disappears for others and waits again.
  await his.getByRole("button", { name: "Undo" }).click();
  await expect(his.getByText("Awaiting approval again.")).toBeVisible();
  await expect.poll(async () => (await theirs.goto(address))?.status()).toBe(404);
  await card.getByRole("button", { name: "Approve" }).click();
  await expect(his.getByText("Approved.", { exact: true })).toBeVisible();

  await theirs.goto(`/forums/${forum.id}`);
  await theirs.getByRole("link", { name: "Moorings" }).first().click();
  await expect(theirs.getByRole("link", { name: /moorings\.example/ })).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole("heading", { name: "0 replies" })).toBeVisible();
  await expect(hers.getByText(WAITING)).toBeHidden();
});

test("a held reply is shown to its author alone and removed by a moderator", async ({
  visit,
  join,
  world: { bob },
}) => {
  const sam = await join("silas");
  const forum = await openForum(bob, "Lighthouses");
  await bob.api.put(`/api/forums/${forum.id}/rules`, {
    rules: "",
    blockedWords: [],
    holdLinksOfNew: true,
    minAccountAgeHours: 0,
  });
  const post = await write(bob, forum, "Lamps");
  const hers = await visit(sam);
  await hers.goto(`/posts/${post.id}`);
  await hers.getByLabel("Write a reply").fill("Cheap ones: https://lamps.example");
  await hers.getByRole("button", { name: "Post reply" }).click();
  await expect(hers.getByText(WAITING)).toBeVisible();
  await hers.reload();
  const own = hers.getByRole("article").filter({ hasText: "Cheap ones" });
  await expect(own.getByText(WAITING)).toBeVisible();

  const theirs = await visit();
  await theirs.goto(`/posts/${post.id}`);
  await expect(theirs.getByText("Wow, such empty!")).toBeVisible();

  const his = await visit(bob);
  await his.goto("/moderation/queue");
  const card = his.getByRole("region", { name: "Report" });
  await expect(card.getByText("Cheap ones")).toBeVisible();
  await card.getByLabel("Note on the decision").fill("Advertisement");
  await card.getByRole("button", { name: "Remove" }).click();
  const question = his.getByRole("dialog", { name: /^Remove this/ });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(his.getByText("Removed.")).toBeVisible();

  await hers.reload();
  await expect(hers.getByText(WAITING)).toBeHidden();
  await expect(hers.getByText("Cheap ones")).toBeHidden();
  await hers.goto("/notifications");
  await expect(hers.getByText("A moderator removed your reply in “Lamps”")).toBeVisible();
});

import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./forum.ts";
import { answer, openForum, write } from "./world.ts";

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

test("by keyboard alone a member reports and a moderator removes", async ({
  visit,
  join,
  world: { bob },
}) => {
  const [rita, sam] = [await join("rita"), await join("sam")];
  const forum = await openForum(bob, "Greenhouses");
  const post = await write(bob, forum, "Shading");
  const parent = await answer(bob, post, "Chalk on the panes?");
  const reply = await answer(sam, post, "Buy my cheap panes", parent);

  const his = await visit(bob);
  await his.goto("/moderation/queue");
  await expect(his.getByText("No open reports.")).toBeVisible();
  await expect(his.getByRole("link", { name: /^Reports,/ })).toBeHidden();

  const hers = await visit(rita);
  await hers.goto(`/posts/${post.id}#reply-${reply.id}`);
  await expect(hers.locator(`#reply-${reply.id}`)).toBeFocused();
  await tabTo(hers, hers.locator(`#reply-${reply.id}`).getByRole("button", { name: "Report" }));
  await hers.keyboard.press("Enter");
  const dialog = hers.getByRole("dialog", { name: "Report" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: "Spam" }).focus();
  await hers.keyboard.press("Space");
  await dialog.getByLabel("Note").focus();
  await hers.keyboard.type("An advertisement");
  await tabTo(hers, dialog.getByRole("button", { name: "Cancel" }));
  await hers.keyboard.press("Tab");
  await hers.keyboard.press("Enter");
  await expect(hers.getByText("Thank you. Your report was sent.")).toBeVisible();

  // The count, the list and the report appear without a reload.
  await expect(his.getByRole("link", { name: "Reports, 1 open" })).toBeVisible();
  const card = his.getByRole("region", { name: "Report" });
  await expect(card).toContainText("An advertisement");
  await expect(card.getByRole("heading", { name: "Shading" })).toBeVisible();
  await expect(card.getByRole("listitem").filter({ hasText: "Chalk on the panes?" })).toBeVisible();
  await his.keyboard.press("j");
  await his.keyboard.press("d");
  const question = his.getByRole("dialog", { name: "Remove this reply?" });
  await question.getByLabel("Reason (optional)").focus();
  await his.keyboard.type("No advertisements");
  await tabTo(his, question.getByRole("button", { name: "Cancel" }));
  await his.keyboard.press("Tab");
  await his.keyboard.press("Enter");
  await expect(his.getByText("Report resolved.")).toBeVisible();
  await expect(his.getByText("No open reports.")).toBeVisible();
  await expect(his.getByRole("link", { name: /^Reports,/ })).toBeHidden();

  // The author and the reporter are notified; the log shows who removed it and why.
  await expect(hers.locator(`#reply-${reply.id}`)).toContainText("removed");
  await hers.keyboard.press("g");
  await hers.keyboard.press("n");
  await expect(hers.getByText("Your report was resolved").first()).toBeVisible();
  const theirs = await visit(sam);
  await theirs.goto("/notifications");
  await expect(theirs.getByText("A moderator removed your reply in “Shading”")).toBeVisible();
  const anybody = await visit();
  await anybody.goto(`/modlog?forum=${forum.id}`);
  const entries = anybody.getByRole("list", { name: "Moderation log" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "No advertisements" })).toContainText("bob");
  await expect(entries).toHaveCount(1);

  // The restored reply is back in its place.
  await his.goto(`/modlog?forum=${forum.id}`);
  await his.keyboard.press("j");
  await tabTo(his, his.getByRole("button", { name: "Restore" }));
  await his.keyboard.press("Enter");
  const undo = his.getByRole("dialog", { name: "Restore this reply?" });
  await expect(undo).toBeVisible();
  await tabTo(his, undo.getByRole("button", { name: "Restore" }));
  await his.keyboard.press("Enter");
  await expect(his.getByText("Reverted").first()).toBeVisible();
  await anybody.goto(`/posts/${post.id}`);
  await expect(anybody.locator(`#reply-${reply.id}`)).toContainText("Buy my cheap panes");
});

test("what another moderator decides meanwhile is shown and kept", async ({
  visit,
  join,
  admin,
  world: { bob },
}) => {
  const rita = await join("ritchie");
  const forum = await openForum(bob, "Ponds");
  const post = await write(rita, forum, "Newts");
  await admin.api.post(`/api/posts/${post.id}/report`, { reason: "off-topic" });
  const his = await visit(bob);
  await his.goto("/moderation/queue");
  const card = his.getByRole("region", { name: "Report" });
  await expect(card.getByRole("heading", { name: "Newts" })).toBeVisible();
  const theirs = await visit(admin);
  await theirs.goto("/moderation/queue");
  await theirs.getByRole("link", { name: /Newts/ }).click();
  await expect(
    theirs.getByRole("region", { name: "Report" }).getByRole("heading", { name: "Newts" }),
  ).toBeVisible();
  await theirs.keyboard.press("t");
  await expect(theirs.getByRole("button", { name: "Unassign" })).toBeVisible();
  await expect(card.getByText("Assigned to admin")).toBeVisible();
  await theirs.getByLabel("Note on the decision").fill("Newts live in ponds");
  await theirs.getByRole("button", { name: "Reject" }).click();
  await expect(theirs.getByText("Report rejected.")).toBeVisible();
  await expect(card.getByText("Decided by")).toHaveText("Decided by admin");
  await expect(card.getByText("Newts live in ponds")).toBeVisible();
  await expect(card.getByRole("button", { name: "Resolve" })).toBeHidden();
});

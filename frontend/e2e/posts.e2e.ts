import { expect } from "@playwright/test";
import { confirm, test } from "./forum.ts";
import { write } from "./world.ts";

const DELETE_POST = "Are you sure you want to delete this post? This action cannot be undone.";
for (const hasClipboard of [true, false])
  test(`over the share dialog ${
    hasClipboard ? "the copied link is told" : "the link is there to be copied by hand"
  }`, async ({ visit, world: { post } }) => {
    const page = await visit();
    await page.context().grantPermissions(["clipboard-write"]);
    // As over HTTP, where there is no clipboard.
    if (!hasClipboard)
      await page.addInitScript(() =>
        Reflect.defineProperty(navigator, "clipboard", { value: null }),
      );
    await page.goto(`/posts/${post.id}`);
    await page.getByRole("link", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share this post" });
    await dialog.getByRole("button", { name: "Copy link" }).click();
    const link = `${new URL(page.url()).origin}/posts/${post.id}`;
    const text = dialog.getByRole("status").getByText(hasClipboard ? "Link copied." : link);
    await text.click({ clickCount: 3 });
    const selected = await page.evaluate(() => getSelection()?.toString().trim());
    expect(selected).toBe(hasClipboard ? "Link copied." : link);
    await dialog.getByRole("button", { name: "Close notification" }).click();
    await expect(text).toBeHidden();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page).toHaveURL(`/posts/${post.id}`);
  });

test("a favorite is kept, listed and taken back", async ({ visit, world: { bob, forum } }) => {
  const page = await visit(bob);
  await page.goto(`/forums/${forum.id}`);
  const saved = page.waitForResponse(/\/favorites$/);
  await page.getByRole("button", { name: "Favorite?" }).click();
  await expect(page.getByRole("button", { name: "Favorited" })).toBeVisible();
  await saved;
  await page.reload();
  await page.getByRole("button", { name: "Favorited" }).waitFor();
  await page.getByRole("link", { name: "Favorites" }).click();
  await page.getByRole("main").getByRole("link", { name: forum.topic }).click();
  await page.route(/\/favorites$/, (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Favorited" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to update favorite status.");
  await expect(page.getByRole("button", { name: "Favorited" })).toBeVisible();
  await page.unroute(/\/favorites$/);
  await page.getByRole("button", { name: "Favorited" }).click();
  await expect(page.getByRole("button", { name: "Favorite?" })).toBeVisible();
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByText("Wow, such empty!")).toBeVisible();
});

test("a post is edited by its author", async ({ visit, admin, world: { bob, forum } }) => {
  const post = await write(bob, forum, "Early peas");
  const page = await visit(bob);
  await page.goto(`/posts/${post.id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Early peas");
  await page.getByLabel("Title").fill("Late peas");
  await page.getByLabel("Image URL").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByLabel("Image URL")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Image URL").fill("");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "Late peas", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: /^edited/ })).toBeVisible();
  const other = await visit(admin);
  await other.goto(`/posts/${post.id}`);
  await expect(other.getByRole("heading", { name: "Late peas", level: 1 })).toBeVisible();
  await expect(other.getByRole("link", { name: "Edit" })).toBeHidden();
});

test("a post is deleted after a confirmation", async ({ visit, world: { bob, forum } }) => {
  const post = await write(bob, forum, "Last peas");
  const page = await visit(bob);
  await page.goto(`/forums/${forum.id}`);
  await page.getByRole("link", { name: "Last peas" }).click();
  // The list has the same buttons and stays until the post is loaded.
  await expect(page.getByRole("heading", { name: "Last peas", level: 1 })).toBeVisible();
  const remove = page.getByRole("button", { name: "Delete" });
  await remove.click();
  await confirm(page, DELETE_POST, "Cancel");
  await expect(remove).toBeFocused();
  await remove.click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await remove.click();
  await confirm(page, DELETE_POST, "Delete");
  await expect(page.getByRole("status")).toHaveText(`Post ${post.id} was deleted.`);
  await expect(page).toHaveURL(`/forums/${forum.id}`);
  await expect(page.getByRole("link", { name: "First tomatoes" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Last peas" })).toBeHidden();
  await page.goto(`/posts/${post.id}`);
  await expect(page.getByText("Oops, it looks like this post couldn't load")).toBeVisible();
});

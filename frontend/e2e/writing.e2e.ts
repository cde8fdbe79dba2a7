import { expect, type Page } from "@playwright/test";
import type { Post } from "../src/api/types.ts";
import { axe } from "./looks.ts";
import { confirm, test } from "./forum.ts";
import { answer, write } from "./world.ts";

/** An image of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const RICH = `A **bold** start for @bob, see [our forums](/forums) and https://example.org.

||The gardener||

| a | b |
| - | - |
| 1 | 2 |

\`\`\`js
const red = "tomato";
\`\`\``;

const pictures = (page: Page) => page.getByLabel("Pictures", { exact: true });
const png = (name: string) => ({ name, mimeType: "image/png", buffer: PNG });

async function openBox(page: Page, post: Post) {
  await page.goto(`/posts/${post.id}`);
  const box = page.getByLabel("Write a reply");
  await box.click();
  await expect(page.getByRole("tab", { name: "Write" })).toBeVisible();
  return box;
}

test("rendered text can be read, opened and followed", async ({ visit, world: { bob, forum } }) => {
  const body = { title: "Rich", description: RICH };
  const post = await bob.api.post<Post>(`/api/forum/${forum.id}/posts`, body);
  const page = await visit();
  await page.goto(`/posts/${post.id}`);
  const text = page.getByRole("article").first();
  await expect(text.getByText("bold", { exact: true })).toHaveCSS("font-weight", "700");
  await expect(text.getByRole("link", { name: "@bob" })).toHaveAttribute("href", "/u/bob");
  await expect(text.getByRole("table")).toBeVisible();
  await expect(text.locator("pre .hl-keyword")).toHaveText("const");
  await expect(text.getByText("The gardener")).toBeHidden();
  await text.getByRole("button", { name: "Show spoiler" }).press("Enter");
  await expect(text.getByText("The gardener")).toBeVisible();
  expect(await axe(page, "a rich post")).toEqual([]);
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  await text.getByRole("link", { name: "our forums" }).click();
  await expect(page).toHaveURL("/forums");
  expect(await page.evaluate(() => "stayed" in globalThis)).toBe(true);
});

test("a list shows the beginning of a post without markup", async ({ visit, world }) => {
  const body = { title: "With markup", description: "So **very** red, ||not green||" };
  await world.bob.api.post<Post>(`/api/forum/${world.forum.id}/posts`, body);
  const page = await visit();
  await page.goto(`/forums/${world.forum.id}`);
  const row = page.getByRole("article").filter({ hasText: "With markup" });
  await expect(row.getByText("So very red,")).toBeVisible();
  await expect(row.getByText("green")).toHaveCount(0);
});

test("a reply is written by keyboard alone", async ({ visit, admin, world: { bob, forum } }) => {
  const post = await write(bob, forum, "Keyboards");
  const page = await visit(admin);
  const box = await openBox(page, post);
  await page.keyboard.type("Hello @bo");
  // Each key takes the selection away, until the list is of what is typed.
  const members = page.getByRole("listbox", { name: "Members" });
  await expect(members.getByRole("option", { name: "bob", selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("Hello @bob ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("well");
  await expect(box).toHaveValue("Hello @bob **well**");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Bold" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Italic" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  const preview = page.getByRole("tabpanel", { name: "Preview" });
  await expect(preview.getByRole("link", { name: "@bob" })).toBeVisible();
  expect(await axe(page, "the preview")).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await box.press("Control+Enter");
  const reply = page.getByRole("article").filter({ hasText: "Hello @bob well" }).last();
  await expect(reply.getByText("well", { exact: true })).toHaveCSS("font-weight", "700");
});

test("pictures are uploaded, shown and refused with the reason", async ({ visit, world }) => {
  const post = await write(world.bob, world.forum, "Pictures");
  const page = await visit(world.bob);
  const box = await openBox(page, post);
  await page.keyboard.type("Look");
  const fake = { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await pictures(page).setInputFiles([png("cat.png"), fake]);
  await expect(page.getByRole("alert")).toHaveText("fake.png isn't a JPEG, PNG, WebP or GIF.");
  await expect(box).toHaveValue(/^Look\n\n!\[cat\]\(\/images\/u\/[\w.-]+\)/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("button", { name: "Post reply" }).click();
  const picture = page.getByRole("button", { name: "Open picture: cat" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(1);
  await picture.click();
  await expect(page.getByRole("dialog", { name: "Picture" })).toBeVisible();
});

test("a profile picture is uploaded", async ({ visit, join }) => {
  const page = await visit(await join("painter"));
  await page.goto("/settings/account");
  await page
    .getByLabel("Upload a picture", { exact: true })
    .and(page.locator("input"))
    .setInputFiles(png("me.png"));
  await expect(page.getByLabel("Image URL")).toHaveValue(/^\/images\/u\//);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toHaveText("User details updated successfully.");
  const avatar = page.getByRole("img", { name: "Profile picture" });
  await expect(avatar).toHaveAttribute("src", /^\/images\/u\/.+\?size=96$/);
});

test("a reply is edited in place and its versions compared", async ({ visit, admin, world }) => {
  const post = await write(world.bob, world.forum, "Versions");
  await answer(admin, post, "So green");
  const page = await visit(admin);
  await page.goto(`/posts/${post.id}`);
  await page.getByRole("article").filter({ hasText: "So green" }).hover();
  await page.getByRole("article").getByRole("button", { name: "Edit" }).last().click();
  await page.getByLabel("Edit reply").fill("So red");
  // The post also has a Save button.
  await page.locator("form").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("So red", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "edited" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await expect(dialog.getByText("So red")).toBeVisible();
  expect(await axe(page, "versions")).toEqual([]);
});

test("a selection is quoted in the reply box", async ({ visit, admin, world }) => {
  const post = await write(world.bob, world.forum, "Quotes");
  await answer(world.bob, post, "Water in the morning");
  const page = await visit(admin);
  await page.goto(`/posts/${post.id}`);
  // The document shows the reply, too, before there is anything that quotes.
  await page.getByLabel("Write a reply").waitFor();
  await page.getByText("Water in the morning").click({ clickCount: 3 });
  await page.getByRole("button", { name: "Quote", exact: true }).click();
  await expect(page.getByLabel("Your reply")).toHaveValue("> Water in the morning\n\n");
  await expect(page.getByLabel("Your reply")).toBeFocused();
});

test("a draft continues on another device", async ({ visit, admin, world: { bob, forum } }) => {
  const post = await write(bob, forum, "Drafts");
  const phone = await visit(admin, { viewport: { width: 390, height: 844 } });
  const box = await openBox(phone, post);
  const stored = phone.waitForResponse(/\/api\/drafts\/reply-\d+-post$/);
  await box.pressSequentially("Begun on the phone");
  await stored;
  const desktop = await visit(admin);
  await desktop.goto("/drafts");
  await expect(desktop.getByRole("heading", { name: "Drafts", level: 2 })).toBeVisible();
  await desktop.getByRole("button", { name: "Continue" }).first().click();
  const there = desktop.getByLabel("Write a reply");
  await expect(there).toHaveValue("Begun on the phone");
  await desktop.getByRole("button", { name: "Discard" }).click();
  await expect(there).toHaveValue("");
  await desktop.goto("/drafts");
  await expect(desktop.getByText("Begun on the phone")).toBeHidden();
});

test("a second tab overwrites nothing without offering it", async ({ visit, admin, world }) => {
  const post = await write(world.bob, world.forum, "Tabs");
  const first = await visit(admin);
  const second = await first.context().newPage();
  const [one, other] = [await openBox(first, post), await openBox(second, post)];
  // Text that reaches the server while the second tab is written in counts as the newer one.
  const stored = first.waitForResponse(/\/api\/drafts\/reply-\d+-post$/);
  await one.pressSequentially("From the first tab");
  await stored;
  await other.pressSequentially("From the second tab");
  await second.reload();
  await expect(second.getByLabel("Write a reply")).toHaveValue("From the second tab");
  await second.getByRole("button", { name: "Show it instead" }).click();
  await expect(second.getByLabel("Write a reply")).toHaveValue("From the first tab");
});

test("a long text is discarded after a question only", async ({ visit, admin, world }) => {
  const post = await write(world.bob, world.forum, "Discarded");
  const page = await visit(admin);
  const box = await openBox(page, post);
  await box.fill("word ".repeat(20));
  await page.getByRole("button", { name: "Cancel" }).click();
  await confirm(page, "Discard what you've written?", "Cancel");
  await expect(box).toHaveValue("word ".repeat(20));
  await page.getByRole("button", { name: "Cancel" }).click();
  await confirm(page, "Discard what you've written?", "Discard");
  await expect(box).toHaveValue("");
});

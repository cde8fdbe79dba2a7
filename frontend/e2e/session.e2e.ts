import { expect, type Locator } from "@playwright/test";
import { signIn, test } from "./forum.ts";
import { write } from "./world.ts";

/**
 * Replaces the token by an expired one and presses the button at once, before a background request notices.
 * Only the server checks the signature.
 */
async function pressExpired(button: Locator) {
  await button.evaluate((element: HTMLElement) => {
    const [head, payload = "", sign] = (localStorage.getItem("token") ?? "").split(".");
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    const past = btoa(JSON.stringify({ ...claims, exp: 1_000_000_000 }));
    localStorage.setItem("token", [head, past, sign].join("."));
    // The event that another tab's change would send.
    dispatchEvent(new StorageEvent("storage", { key: "token" }));
    element.click();
  });
}

test("a token that expires while writing keeps the text", async ({
  visit,
  world: { bob, forum },
}) => {
  const post = await write(bob, forum, "Long thoughts");
  const page = await visit(bob);
  const lines: string[] = [];
  page.on("console", (line) => lines.push(line.text()));
  await page.goto(`/posts/${post.id}`);
  await page.getByLabel("Write a reply").fill("This took me an hour");
  await pressExpired(page.getByRole("button", { name: "Post reply" }));
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  expect(lines).toContain("Token has expired");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await signIn(page, bob);
  await page.getByRole("dialog", { name: "Welcome, bob!" }).getByRole("button").click();
  await expect(page).toHaveURL(`/posts/${post.id}`);
  await expect(page.getByLabel("Write a reply")).toHaveValue("This took me an hour");
  await page.getByRole("button", { name: "Post reply" }).click();
  await expect(page.getByRole("article").getByText("This took me an hour")).toBeVisible();
});

test("a screen that needs the login opens after it", async ({ visit, world: { bob } }) => {
  const page = await visit();
  await page.goto(`/messages/${bob.id}`);
  await signIn(page, bob);
  await page.getByRole("dialog", { name: "Welcome, bob!" }).getByRole("button").click();
  await expect(page).toHaveURL(`/messages/${bob.id}`);
});

test("a logout leaves nothing of the member behind", async ({ visit, join, world: { post } }) => {
  // It ends the session, which tests of others share.
  const page = await visit(await join("noa"));
  await page.goto(`/posts/${post.id}`);
  await page.getByLabel("Write a reply").fill("Never mind");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("a changed password ends other devices' sessions", async ({ visit, join }) => {
  const pia = await join("pia");
  const [page, other] = [await visit(pia), await visit(pia)];
  await other.goto("/messages");
  await page.goto("/");
  await page.getByRole("button", { name: "Profile picture" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Security" }).click();
  await page.getByLabel("Current password").fill(pia.password);
  await page.getByLabel("New password").fill("battery staple");
  await page.getByLabel("Confirm password").fill("battery staple");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password was changed.");
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Please Sign In" })).toBeVisible();
  await signIn(other, { username: "pia", password: "battery staple" });
  await expect(other.getByRole("dialog", { name: "Welcome, pia!" })).toBeVisible();
});

test("a new profile picture is there at once and after a reload", async ({ visit, join }) => {
  const page = await visit(await join("quin"));
  await page.goto("/");
  const bar = page.getByRole("navigation", { name: "Main" });
  const button = bar.getByRole("button", { name: "Profile picture" });
  const picture = bar.getByRole("img", { name: "Profile picture" });
  await button.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Do you want to change you profile picture?");
  await button.click();
  const input = page.getByLabel("Profile Image URL");
  await expect(input).toBeFocused();
  await expect(input).toHaveAttribute("placeholder", "Enter new image URL");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(input).toBeHidden();
  await button.click();
  await input.fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to update user details.");
  await input.fill(' "/images/avatars/avatar-7.svg" ');
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toHaveText("User details updated successfully.");
  await expect(input).toBeHidden();
  await expect(picture).toHaveAttribute("src", "/images/avatars/avatar-7.svg");
  await page.reload();
  await expect(picture).toHaveAttribute("src", "/images/avatars/avatar-7.svg");
});

test("the theme follows the system until one is chosen", async ({ visit }) => {
  const page = await visit(undefined, { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/");
  const dark = await paper();
  const theme = page.getByRole("combobox", { name: "Theme" });
  await page.getByRole("button", { name: "Appearance" }).click();
  await theme.selectOption("Light");
  await expect.poll(paper).not.toBe(dark);
  await page.reload();
  await page.getByRole("button", { name: "Appearance" }).click();
  await expect(theme).toHaveValue("light");
  expect(await paper()).not.toBe(dark);
});

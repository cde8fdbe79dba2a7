import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { signIn, test } from "./forum.ts";
import { answer, openForum, say, write } from "./world.ts";

test("a member takes the data along and leaves", async ({ visit, join }) => {
  const [leo, max] = [await join("leo"), await join("max")];
  const forum = await openForum(leo, "Kites");
  const post = await write(leo, forum, "First flight");
  await answer(leo, post, "It flew");
  await say(leo, max, "Come and see");

  const page = await visit(leo);
  await page.goto("/");
  await page.getByRole("button", { name: "Profile picture" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Your data" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("postup-leo.json");
  const data = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(data.account.username).toBe("leo");
  expect(data.posts[0].title).toBe("First flight");
  expect(data.replies[0].description).toBe("It flew");
  expect(data.messages[0]).toMatchObject({ from: "leo", to: "max", message: "Come and see" });

  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Password").fill("wrong horse");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText("The current password is wrong.")).toBeVisible();
  await dialog.getByLabel("Password").fill(leo.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  // The lists of home also have a status, while they load.
  const notice = page.getByRole("status").filter({ hasText: /^Your account was deleted\.$/ });
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();

  await page.goto(`/posts/${post.id}`);
  await expect(page.getByRole("heading", { name: "First flight", level: 1 })).toBeVisible();
  await expect(page.getByText("[deleted]").first()).toBeVisible();
  await expect(page.getByText("leo", { exact: true })).toHaveCount(0);
  await page.goto("/login");
  await signIn(page, leo);
  await expect(page.getByRole("alert")).toHaveText("Invalid username and password!");
  expect(await max.api.get("/api/contacts")).toEqual([]);
});

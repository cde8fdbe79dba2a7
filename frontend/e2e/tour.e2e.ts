import { expect } from "@playwright/test";
import { logIn } from "./api.ts";
import { test } from "./forum.ts";
import { ADMIN } from "./server.ts";

test("every step of a tour focuses the screen's heading", async ({
  visit,
  origin,
  world: { forum, bob },
}) => {
  // Its logout ends the session, which tests of others share.
  const page = await visit(await logIn(origin, ADMIN), { viewport: { width: 1440, height: 900 } });
  const bar = page.getByRole("navigation", { name: "Main" });
  const main = page.getByRole("main");
  // The link to messages contains the unread count.
  const enter = (name: string) =>
    bar.getByRole("link", { name: new RegExp(`^${name}( \\d+ unread)?$`) }).click();
  const follow = (name: string) => main.getByRole("link", { name, exact: true }).first().click();
  const lands = async (heading: string, address: string | RegExp) => {
    await expect(page.getByRole("heading", { name: heading, level: 1, exact: true })).toBeFocused();
    await expect(page).toHaveURL(address);
    await expect(page).toHaveTitle(/POST-UP$/);
  };

  await page.goto("/");
  await enter("Forums");
  await lands("Forums", "/forums");
  await follow("Create Forum");
  await lands("Create a Forum", "/forums/create");
  await enter("Favorites");
  await lands("Favorites", "/forums/favorites");
  await enter("Forums");
  await main.getByRole("searchbox", { name: "Search forums" }).fill(forum.topic);
  await main.getByRole("button", { name: "Search", exact: true }).click();
  await follow(forum.topic);
  await lands(forum.topic, `/forums/${forum.id}`);
  await follow("Create Post");
  await lands("Create a Post", `/forums/${forum.id}/create-post`);
  await page.goBack();
  await lands(forum.topic, `/forums/${forum.id}`);
  await follow("First tomatoes");
  await lands("First tomatoes", /\/posts\/\d+$/);
  await follow("Gardening");
  await follow("Promote to Moderator");
  await lands("Promote to Moderator", `/moderation/forum/${forum.id}/promote`);
  await enter("Messages");
  await lands("Messages", "/messages");
  await main.getByRole("link", { name: "bob" }).click();
  await lands("bob", `/messages/${bob.id}`);
  await enter("ADMIN");
  await lands("Admin Access", "/users/admin");
  await enter("Home");
  await lands("What people are talking about", "/");
  await bar.getByRole("button", { name: "Logout" }).click();
  await lands("Please Sign In", "/login");
  await follow("Create an account");
  await lands("Create Account", "/register");
});

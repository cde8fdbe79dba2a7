import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { answer, refuse, unreachable } from "../../../test/server";
import { forum, signIn } from "../../../test/fixtures";
import { atForum } from "../../../test/forum";

test("favorites are the member's own list", async () => {
  signIn();
  answer("get", "/forums/favorites", [forum({ favorited: true })]);
  visit("/forums/favorites");
  expect(await screen.findByRole("link", { name: "Gardening" })).toBeVisible();
});

test("favorites that fail to load show an alert", async () => {
  signIn();
  refuse("get", "/forums/favorites", 500);
  visit("/forums/favorites");
  const alerts = await screen.findAllByText(
    "An error occurred while fetching your favorite forums...",
  );
  expect(alerts.length).toBeGreaterThan(0);
});

test("the favorite toggle changes at once and on the server", async () => {
  signIn();
  const calls = answer("post", "/forum/{id}/favorites", { favorited: true });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("button", { name: "Favorited" })).toBeVisible();
  await waitFor(() => expect(calls).toHaveLength(1));
  const gone = answer("delete", "/forum/{id}/favorites", { favorited: false });
  await user.click(screen.getByRole("button", { name: "Favorited" }));
  expect(await screen.findByRole("button", { name: "Favorite?" })).toBeVisible();
  await waitFor(() => expect(gone).toHaveLength(1));
});

test("a failed favorite is rolled back with a message", async () => {
  signIn();
  refuse("post", "/forum/{id}/favorites", 500, { detail: "The database is away." });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The database is away.");
  expect(screen.getByRole("button", { name: "Favorite?" })).toBeVisible();
});

test("without a message a failed favorite has its own words", async () => {
  signIn();
  unreachable("post", "/forum/{id}/favorites");
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update favorite status.");
});

test("list and forum send favorites one after the other", async () => {
  signIn();
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/{id}", forum({ favorited: true }));
  answer("get", "/api/forum/{id}/posts", []);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const added = answer("post", "/forum/{id}/favorites", async () => {
    await held;
    return { favorited: true };
  });
  const removed = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = visit("/forums");
  const star = await screen.findByRole("button", { name: "Favorite? Gardening" });
  await user.click(star);
  expect(star).not.toHaveAttribute("aria-pressed");
  expect(star).toHaveAccessibleName("Favorited: Gardening");
  await waitFor(() => expect(added).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Gardening" }));
  await user.click(await screen.findByRole("button", { name: "Favorited" }));
  expect(removed).toHaveLength(0);
  release();
  await waitFor(() => expect(removed).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Favorite?" })).toBeVisible();
});

test("fast clicks that cancel out send at most one request", async () => {
  signIn();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const added = answer("post", "/forum/{id}/favorites", async () => {
    await held;
    return { favorited: true };
  });
  const removed = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "Favorite?" }));
  await user.click(screen.getByRole("button", { name: "Favorited" }));
  await user.click(screen.getByRole("button", { name: "Favorite?" }));
  release();
  await waitFor(() => expect(added).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Favorited" })).toBeVisible();
  expect(removed).toHaveLength(0);
});

test("a removed favorite stays listed to be restored", async () => {
  signIn();
  const lists = answer("get", "/forums/favorites", [forum({ favorited: true })]);
  const calls = answer("delete", "/forum/{id}/favorites", { favorited: false });
  const { user } = visit("/forums/favorites");
  const star = await screen.findByRole("button", { name: "Favorited: Gardening" });
  await user.click(star);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(star).toHaveFocus();
  expect(star).toHaveAccessibleName("Favorite? Gardening");
  expect(lists).toHaveLength(1);
});

test("a favorite removed elsewhere leaves a list that was opened meanwhile", async () => {
  signIn();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer("delete", "/forum/{id}/favorites", async () => {
    await held;
    return { favorited: false };
  });
  const { user } = atForum([], { favorited: true });
  answer("get", "/forums/favorites", [forum({ favorited: true })]);
  await user.click(await screen.findByRole("button", { name: "Favorited" }));
  await user.click(screen.getByRole("link", { name: "Favorites" }));
  expect(await screen.findByRole("button", { name: "Favorited: Gardening" })).toBeVisible();
  answer("get", "/forums/favorites", []);
  release();
  expect(await screen.findByText(/Press “Favorite\?” in a forum/)).toBeVisible();
});

test("without favorites the list says how to fill it", async () => {
  signIn();
  answer("get", "/forums/favorites", []);
  visit("/forums/favorites");
  expect(await screen.findByText(/Press “Favorite\?” in a forum/)).toBeVisible();
  expect(screen.getByRole("link", { name: "All forums" })).toHaveAttribute("href", "/forums");
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { answer } from "../../../test/server";
import { forum, signIn } from "../../../test/fixtures";
import type { Forum } from "../../api/types";
import { atForum } from "../../../test/forum";

test("a forum's header links to a new post and back", async () => {
  signIn();
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  const { user, address } = visit("/forums");
  await user.click(await screen.findByRole("link", { name: "Gardening" }));
  const create = await screen.findByRole("link", { name: "Create Post" });
  expect(create).toHaveAttribute("href", "/forums/7/create-post");
  expect(screen.getByRole("searchbox", { name: "Search posts" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Back" }));
  await waitFor(() => expect(address()).toBe("/forums"));
});

test("a forum's header links to its moderation log", async () => {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  answer("get", "/api/modlog", []);
  const { user, address } = visit("/forums/7");
  await user.click(await screen.findByRole("link", { name: "Moderation log" }));
  await waitFor(() => expect(address()).toBe("/modlog?forum=7"));
});

test.each([
  ["a visitor", null, [], false],
  ["a member", "ROLE_USER", [], false],
  ["a moderator of another forum", "ROLE_MODERATOR", [8], false],
  ["a moderator of this forum", "ROLE_MODERATOR", [7], true],
  ["an admin", "ROLE_ADMIN", [], true],
])("Promote to Moderator, seen by %s", async (_, role, access, there) => {
  if (role) signIn({ authorities: [{ name: role }] }, access);
  atForum();
  await screen.findByRole("heading", { name: "Gardening" });
  expect(screen.queryByRole("link", { name: "Promote to Moderator" }) !== null).toBe(there);
});

test("a moderator edits the description", async () => {
  signIn({}, [7]);
  const calls = answer("post", "/forums/{id}", forum({ description: "Only tomatoes" }));
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.clear(await screen.findByLabelText("Description"));
  await user.type(screen.getByLabelText("Description"), "Only tomatoes");
  await user.click(screen.getByRole("button", { name: "Submit" }));
  expect(await screen.findByText("Only tomatoes")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ topic: "Gardening", description: "Only tomatoes" });
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

async function closeForum(change: Partial<Forum>, to: string) {
  signIn({}, [7]);
  const calls = answer("post", "/forums/{id}", forum());
  const { user } = atForum([], change);
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.click(await screen.findByRole("radio", { name: to }));
  await user.click(screen.getByRole("button", { name: "Submit" }));
  const dialog = await screen.findByRole("dialog", { name: "Change who can read Gardening?" });
  return { user, dialog, calls };
}

test.each([
  [
    "public",
    "Members only",
    "This forum and its 42 posts disappear for everyone who is not signed",
  ],
  ["public", "Private", "This forum and its 42 posts disappear for everyone but its members"],
  ["members", "Private", "This forum and its 42 posts disappear for everyone but its members"],
  ["members", "Public", "42 posts become readable by everyone."],
  ["private", "Public", "42 posts become readable by everyone."],
  ["private", "Members only", "42 posts become readable by everyone who is signed in."],
] as const)("a forum that was %s and becomes %s asks", async (visibility, to, consequence) => {
  const { user, dialog, calls } = await closeForum({ visibility, postCount: 42 }, to);
  expect(dialog).toHaveAccessibleDescription(expect.stringContaining(consequence));
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(calls).toHaveLength(0);
  expect(screen.getByRole("radio", { name: to })).toBeChecked();
});

test("a forum without posts is closed after a confirmation", async () => {
  const { user, dialog, calls } = await closeForum({ postCount: 0 }, "Private");
  expect(dialog).toHaveTextContent("This forum disappears for everyone but its members");
  await user.click(within(dialog).getByRole("button", { name: "Change" }));
  expect(await screen.findByText("Forum updated.")).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ topic: "Gardening", visibility: "private" });
});

test("an admin deletes a forum after a confirmation", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const calls = answer("delete", "/forums/{id}", null, { status: 204 });
  answer("get", "/forums", []);
  const { user, address } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  const dialog = screen.getByRole("dialog", {
    name: "Are you sure you want to delete this forum? This action cannot be undone.",
  });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(address()).toBe("/forums"));
  expect(calls).toHaveLength(1);
});

test("a description that fits has nothing to unfold", async () => {
  setWidth(390);
  atForum([], { description: "word ".repeat(60) });
  expect(await screen.findByText(/^word word/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a long description is folded on narrow screens until asked for", async () => {
  setWidth(390);
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(90);
  const { user } = atForum([], { description: "word ".repeat(60) });
  const unfold = await screen.findByRole("button", { name: "Show more" });
  expect(unfold).toHaveAttribute("aria-expanded", "false");
  await user.click(unfold);
  expect(screen.getByRole("button", { name: "Show less" })).toHaveFocus();
});

test("Cancel asks before it discards a long text", async () => {
  signIn({}, [7]);
  const { user } = atForum();
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Edit" }));
  await user.type(await screen.findByLabelText("Description"), "x".repeat(81));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  const dialog = screen.getByRole("dialog", { name: "Discard what you've written?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Description")).toHaveValue(`All that grows${"x".repeat(81)}`);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("All that grows")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test("wide screens say beside the posts what a forum is about and who moderates it", async () => {
  signIn();
  answer("get", "/moderation/forum/{forumId}", [{ id: 3, username: "cleo", user_image: "" }]);
  atForum();
  const about = within(await screen.findByRole("complementary", { name: "About this forum" }));
  expect(await about.findByText("All that grows")).toBeVisible();
  expect(await about.findByRole("link", { name: "cleo" })).toHaveAttribute("href", "/u/cleo");
});

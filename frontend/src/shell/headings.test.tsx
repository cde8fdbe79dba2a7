import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer } from "../../test/server";
import { queryClient } from "../api/queryClient";
import { bob, forum, message, post, signIn } from "../../test/fixtures";

function wholeSite() {
  answer("get", "/forums", [forum()]);
  answer("get", "/forums/favorites", []);
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/posts", [post()]);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  answer("get", "/api/forum/{id}/posts", [post()]);
  answer("get", "/api/contacts", []);
  answer("get", "/api/contacts/{userId}/messages", [message({ read: true })]);
  answer("get", "/users/{id}", bob());
  answer("get", "/users/admin", []);
  answer("get", "/api/modlog", []);
  answer("get", "/api/forums/{id}/bans", []);
  answer("get", "/api/search", []);
  answer("get", "/moderation/forum/{forumId}", []);
  answer("get", "/moderation/forum/{forumId}/promotable", []);
}

test.each([
  ["/", "What people are talking about", "POST-UP"],
  ["/logged-in", "What people are talking about", "POST-UP"],
  ["/login", "Please Sign In", "Login · POST-UP"],
  ["/register", "Create Account", "Create Account · POST-UP"],
  ["/forums", "Forums", "Forums · POST-UP"],
  ["/forums/favorites", "Favorites", "Favorites · POST-UP"],
  ["/forums/create", "Create a Forum", "Create a Forum · POST-UP"],
  ["/forums/7", "Gardening", "Gardening · POST-UP"],
  ["/forums/7/posts", "Gardening", "Gardening · POST-UP"],
  ["/forums/7/posts/search?keyword=red", "Gardening", "Gardening · POST-UP"],
  ["/forums/7/create-post", "Create a Post", "Create a Post · POST-UP"],
  ["/posts/11", "First tomatoes", "First tomatoes · POST-UP"],
  ["/posts/11/edit", "Edit Post", "Edit Post · POST-UP"],
  ["/search", "Search", "Search · POST-UP"],
  ["/search?q=tea", "Search", "tea · Search · POST-UP"],
  ["/posts/share", "Share POST-UP", "Share POST-UP · POST-UP"],
  ["/forums/7/members", "Members of this forum", "Members of this forum · POST-UP"],
  ["/moderation/forum/7/promote", "Promote to Moderator", "Promote to Moderator · POST-UP"],
  ["/modlog", "Moderation log", "Moderation log · POST-UP"],
  ["/drafts", "Drafts", "Drafts · POST-UP"],
  ["/messages", "Messages", "Messages · POST-UP"],
  ["/messages/2", "bob", "bob · POST-UP"],
  ["/users/admin", "Admin Access", "Admin Access · POST-UP"],
  ["/login/recovery", "Forgot your password?", "Forgot your password? · POST-UP"],
  ["/settings/security", "Settings", "Sign-in & security · POST-UP"],
  ["/no/such/thing", "Not found", "Not found · POST-UP"],
])("%s has the heading %s and the title %s", async (address, heading, title) => {
  const isForVisitors = address === "/login" || address === "/register";
  if (!isForVisitors) signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  wholeSite();
  visit(address);
  await screen.findByRole("heading", { level: 1, name: heading });
  await waitFor(() => expect(document.title).toBe(title));
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  // The first screen keeps the browser's focus.
  expect(document.body).toHaveFocus();
});

test("a navigation focuses the new screen's heading", async () => {
  wholeSite();
  const { user } = visit("/forums");
  await user.click(await screen.findByRole("link", { name: "Gardening" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Gardening" })).toHaveFocus());
  await user.click(screen.getByRole("link", { name: "First tomatoes" }));
  const title = await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
  await waitFor(() => expect(title).toHaveFocus());
});

test("sorting and searching keep the focus", async () => {
  wholeSite();
  const { user, address } = visit("/forums/7");
  const sort = await screen.findByRole("combobox", { name: "Sort" });
  await screen.findByRole("heading", { level: 1 });
  sort.focus();
  await user.selectOptions(sort, "Most Popular");
  expect(address()).toBe("/forums/7?sort=popularity");
  expect(sort).toHaveFocus();
  await user.type(screen.getByRole("searchbox"), "red{Enter}");
  await waitFor(() => expect(address()).toBe("/forums/7/posts/search?keyword=red&sort=popularity"));
  expect(screen.getByRole("searchbox")).toHaveFocus();
});

test("a heading that changes does not take the focus", async () => {
  wholeSite();
  const { user } = visit("/forums");
  await user.click(await screen.findByRole("link", { name: "Gardening" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Gardening" })).toHaveFocus());
  const search = screen.getByRole("searchbox", { name: "Search posts" });
  await user.type(search, "red{Enter}");
  answer("get", "/forums/{id}", forum({ topic: "Gardens" }));
  await act(() => queryClient.invalidateQueries());
  await screen.findByRole("heading", { name: "Gardens" });
  expect(search).toHaveFocus();
});

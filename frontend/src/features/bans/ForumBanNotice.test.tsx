import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, ownBan, post, reply, report, signIn } from "../../../test/fixtures";
import { atForum } from "../../../test/forum";
import { liveServer } from "../../../test/live";
import { answer, refuse } from "../../../test/server";
import { atThread, item } from "../../../test/thread";
import { queryClient } from "../../api/queryClient";

const BANNED = "You are banned from this forum: you can read, but not write or vote here.";
const note = async () => within(await screen.findByRole("region", { name: BANNED }));
const mine = () => reply({ user: { username: "ann", user_image: "" } });

test("a forum ban replaces every text box by a notice", async () => {
  signIn();
  answer("get", "/api/bans", [ownBan({ forum: { id: 8, topic: "Boats" } }), ownBan()]);
  answer("get", "/api/posts/{id}", post({ creator_username: "ann" }));
  answer("get", "/api/posts/{postId}/replies", [mine()]);
  answer("get", "/forums/{id}", forum());
  const { router } = visit("/posts/11");
  const words = await note();
  expect(words.getByText("Spam in two threads")).toBeVisible();
  expect(words.getByText(/The ban ends on/)).toHaveTextContent("May 4, 2031");
  expect(await screen.findByText("Well grown")).toBeVisible();
  expect(screen.queryByLabelText("Write a reply")).toBeNull();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  for (const name of ["Reply", "Edit"]) expect(item(21).queryByRole("button", { name })).toBeNull();
  expect(item(21).getByRole("button", { name: "Delete" })).toBeVisible();
  for (const arrow of screen.getAllByRole("button", { name: /vote$/ }))
    expect(arrow).toHaveAttribute("aria-disabled", "true");

  await router.navigate("/posts/11/edit");
  expect(await screen.findByRole("heading", { name: "Edit Post" })).toBeVisible();
  await note();
  expect(screen.queryByLabelText("Title")).toBeNull();
  await router.navigate("/forums/7/create-post");
  expect(await screen.findByRole("heading", { name: "Create a Post" })).toBeVisible();
  await note();
  expect(screen.queryByLabelText("Title")).toBeNull();
});

test("a forum ban closes voting and editing in its list", async () => {
  signIn();
  answer("get", "/api/bans", [ownBan()]);
  const { user } = atForum([post({ creator_username: "ann" })]);
  await note();
  const votes = answer("put", "/api/posts/{id}/upvote", null);
  await user.click(screen.getByRole("button", { name: "Upvote" }));
  expect(screen.getByTestId("score")).toHaveTextContent(/^2$/);
  expect(votes).toEqual([]);
  await user.click(await screen.findByRole("button", { name: "More actions" }));
  expect(screen.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Edit" })).toBeNull();
});

test("a ban does not affect other forums; visitors request no bans", async () => {
  const calls = answer("get", "/api/bans", [ownBan({ forum: { id: 8, topic: "Boats" } })]);
  const { router } = atForum();
  expect(await screen.findByRole("link", { name: "Create Post" })).toBeVisible();
  expect(calls).toEqual([]);
  signIn();
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  await router.navigate("/posts/11");
  expect(await screen.findByLabelText("Write a reply")).toBeVisible();
  expect(screen.getByRole("button", { name: "Upvote" })).toHaveAttribute("aria-disabled", "false");
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByText(BANNED)).toBeNull();
});

test("a banned member appeals once to the forum's moderators", async () => {
  signIn();
  answer("get", "/api/bans", [ownBan({ until: null, reason: null })]);
  const { user } = atForum();
  const words = await note();
  expect(screen.queryByRole("link", { name: "Create Post" })).toBeNull();
  expect(words.getByText("The ban is permanent.")).toBeVisible();
  await user.click(words.getByRole("button", { name: "Appeal" }));
  const box = words.getByRole("textbox", { name: "Appeal" });
  expect(box).toHaveFocus();
  await user.type(box, "It was my brother");
  refuse("post", "/api/appeals", 422, { errors: [{ field: "text", message: "Too long." }] });
  await user.click(words.getByRole("button", { name: "Send appeal" }));
  expect(await words.findByText("Too long.")).toBeVisible();
  expect(box).toHaveValue("It was my brother");
  const calls = answer("post", "/api/appeals", report({ kind: "appeal" }), { status: 201 });
  answer("get", "/api/bans", [ownBan({ appeal: "waiting" })]);
  await user.click(words.getByRole("button", { name: "Send appeal" }));
  const sent = "Your appeal was sent. The forum's moderators will review it.";
  await waitFor(() => expect(words.getByRole("status")).toHaveTextContent(sent));
  await waitFor(() => expect(words.queryByRole("textbox")).toBeNull());
  expect(calls[0]).toMatchObject({ body: { text: "It was my brother", forum: 7 } });
  expect(calls[0]?.token).toMatch(/^Bearer ./);
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("a rejected appeal is final", async () => {
  signIn();
  answer("get", "/api/bans", [ownBan({ appeal: "rejected" })]);
  atForum();
  const words = await note();
  expect(words.getByText("Your appeal was rejected.")).toBeVisible();
  expect(words.queryByRole("button")).toBeNull();
});

test("a refused reply shows the ban and keeps the text", async () => {
  signIn();
  const stream = liveServer();
  const { user } = atThread([]);
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await stream.follows();
  const calls = answer("get", "/api/bans", [ownBan()]);
  refuse("post", "/api/post/{postId}/replies", 403, { code: "banned-from-forum" });
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await note();
  expect(screen.queryByLabelText("Write a reply")).toBeNull();
  expect(calls.length).toBeGreaterThan(0);
  answer("get", "/api/bans", []);
  await stream.send("unread", { notifications: 1, messages: 0, reports: 0 });
  expect(await screen.findByLabelText("Write a reply")).toHaveValue("So red");
});

test("a ban disappears when it ends", async () => {
  signIn();
  let isBanned = true;
  answer("get", "/api/bans", () => {
    const bans = isBanned ? [ownBan({ until: new Date(Date.now() + 1000).toISOString() })] : [];
    isBanned = false;
    return bans;
  });
  atForum();
  await note();
  await waitFor(() => expect(screen.queryByText(BANNED)).toBeNull(), { timeout: 5000 });
  expect(await screen.findByRole("link", { name: "Create Post" })).toBeVisible();
});

test("a banned member keeps the title and the text of a new post", async () => {
  signIn();
  answer("get", "/forums/{id}", forum());
  const { user } = visit("/forums/7/create-post");
  await user.type(await screen.findByLabelText("Description"), "Red");
  await user.type(screen.getByLabelText("Title"), "First tomatoes");
  answer("get", "/api/bans", [ownBan()]);
  await act(async () => queryClient.invalidateQueries());
  const kept = await screen.findByLabelText("Your unsent text");
  expect(kept).toHaveValue("First tomatoes\n\nRed");
  await waitFor(() => expect(kept).toHaveFocus());
  await user.keyboard(" of the year");
  expect(screen.queryByRole("textbox", { name: "Appeal" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await navigator.clipboard.readText()).toBe("First tomatoes\n\nRed");
});

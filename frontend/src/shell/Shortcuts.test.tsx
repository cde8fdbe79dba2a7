import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { visit } from "../../test/app";
import { answer } from "../../test/server";
import { forum, notification, post, reply, signIn } from "../../test/fixtures";

async function atForum() {
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/posts", []);
  answer("get", "/forums", []);
  answer("get", "/api/forum/{id}/posts", [post(), post({ id: 12, title: "Compost" })]);
  answer("get", "/api/posts/{id}", post({ id: 12, title: "Compost" }));
  answer("get", "/api/posts/{postId}/replies", []);
  const view = visit("/forums/7");
  await screen.findByText("Compost");
  const [first, second] = screen.getAllByRole("article");
  return { ...view, first, second };
}

beforeEach(() => localStorage.removeItem("shortcuts"));

test("j and k move from item to item, o opens one, u goes back", async () => {
  const { user, first, second, address } = await atForum();
  await user.keyboard("j");
  expect(first).toHaveFocus();
  await user.keyboard("jj");
  expect(second).toHaveFocus();
  await user.keyboard("k");
  expect(first).toHaveFocus();
  await user.keyboard("jo");
  await waitFor(() => expect(address()).toBe("/posts/12"));
  await screen.findByRole("heading", { level: 1, name: "Compost" });
  await user.keyboard("u");
  await waitFor(() => expect(address()).toBe("/forums/7"));
});

test("v votes for the focused item", async () => {
  signIn();
  const { user, second } = await atForum();
  const calls = answer("put", "/api/posts/{id}/upvote", post({ id: 12, hasUpvoted: true }));
  await user.keyboard("jjv");
  await waitFor(() =>
    expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/posts/12/upvote"]),
  );
  expect(second?.querySelector('[aria-pressed="true"]')).not.toBeNull();
});

test("s saves the post, or the focused item", async () => {
  signIn();
  const { user } = await atForum();
  const calls = answer("put", "/api/posts/{id}/saved", { saved: true });
  await user.keyboard("jjo");
  await screen.findByRole("heading", { level: 1, name: "Compost" });
  await screen.findByRole("button", { name: "Save" });
  await user.keyboard("s");
  await waitFor(() =>
    expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/posts/12/saved"]),
  );
  expect(await screen.findByRole("button", { name: "Save", pressed: true })).toBeVisible();
});

test("s saves a row's post, and takes it out again", async () => {
  signIn();
  const { user } = await atForum();
  const saves = answer("put", "/api/posts/{id}/saved", { saved: true });
  const removals = answer("delete", "/api/posts/{id}/saved", { saved: false });
  await user.keyboard("jjs");
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(saves.map(({ url }) => url.pathname)).toEqual(["/api/posts/12/saved"]);
  await user.keyboard("s");
  expect(await screen.findByText("No longer saved")).toBeVisible();
  expect(removals.map(({ url }) => url.pathname)).toEqual(["/api/posts/12/saved"]);
});

test("a held key moves on, but acts once", async () => {
  signIn();
  const { user, first, second } = await atForum();
  const hold = (key: string) => fireEvent.keyDown(document.activeElement!, { key, repeat: true });
  await user.keyboard("j");
  hold("j");
  expect(second).toHaveFocus();
  const up = { upvotes: 4, downvotes: 1, hasUpvoted: true, hasDownvoted: false };
  const votes = answer("put", "/api/posts/{id}/upvote", up);
  await user.keyboard("k");
  expect(first).toHaveFocus();
  await user.keyboard("v");
  hold("v");
  await waitFor(() => expect(votes).toHaveLength(1));
  expect(first?.querySelector('[aria-pressed="true"]')).not.toBeNull();
});

test("u on the first page of a visit leads home and not out of the site", async () => {
  const { user, address } = await atForum();
  await user.keyboard("u");
  await waitFor(() => expect(address()).toBe("/"));
});

async function atPost() {
  signIn();
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", [reply({ id: 21 }), reply({ id: 22 })]);
  const view = visit("/posts/11");
  await screen.findAllByText("Well grown");
  return view;
}

test("r answers the focused post or reply", async () => {
  const { user } = await atPost();
  await user.keyboard("jr");
  await waitFor(() => expect(screen.getByLabelText("Write a reply")).toHaveFocus());
  await user.click(document.body);
  await user.keyboard("jjr");
  await waitFor(() => expect(screen.getByLabelText("Your reply")).toHaveFocus());
});

test("o opens a reply at its own address", async () => {
  const { user, address } = await atPost();
  await user.keyboard("jjjo");
  await waitFor(() => expect(address()).toBe("/posts/11#reply-22"));
});

test("o opens what a notification is about", async () => {
  signIn();
  answer("get", "/api/notifications", [notification({ read: true })]);
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", [reply()]);
  const { user, address } = visit("/notifications");
  await screen.findByRole("article");
  await user.keyboard("jo");
  await waitFor(() => expect(address()).toMatch(/^\/posts\/11/));
  await screen.findByRole("heading", { level: 1, name: "First tomatoes" });
});

test("/ opens the search", async () => {
  const { user, address } = await atForum();
  const found = answer("get", "/api/search", []);
  // As fast as somebody types: no letter waits for the code of the shortcuts.
  await user.keyboard("/boats{Enter}");
  await waitFor(() => expect(address()).toBe("/search?q=boats"));
  await waitFor(() => expect(found).toHaveLength(1));
});

test("g h goes home, and g m to the messages of a member", async () => {
  signIn();
  const { user, address } = await atForum();
  answer("get", "/api/contacts", []);
  await user.keyboard("gm");
  await waitFor(() => expect(address()).toBe("/messages"));
  await user.keyboard("gh");
  await waitFor(() => expect(address()).toBe("/"));
});

test("? shows the keyboard shortcuts", async () => {
  const { user } = await atForum();
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("shortcuts are off in fields and with Ctrl", async () => {
  const { user } = await atForum();
  const box = screen.getByRole("searchbox");
  await user.type(box, "j?/");
  expect(box).toHaveValue("j?/");
  await user.click(document.body);
  await user.keyboard("{Control>}j{/Control}");
  expect(document.body).toHaveFocus();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("they can be switched off, in the map too", async () => {
  const { user } = await atForum();
  await user.keyboard("?");
  const map = within(await screen.findByRole("dialog"));
  await user.click(map.getByRole("checkbox", { name: "Keyboard shortcuts" }));
  expect(localStorage.getItem("shortcuts")).toBe("off");
  await user.click(map.getByRole("button", { name: "Close" }));
  await user.click(document.body);
  await user.keyboard("j?");
  expect(document.body).toHaveFocus();
  expect(screen.queryByRole("dialog")).toBeNull();
});

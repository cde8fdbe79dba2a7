import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answer, refuse } from "../../../test/server";
import { reply, signIn } from "../../../test/fixtures";
import { atThread, item } from "../../../test/thread";

test("a thread is shown at any depth, with the spec's indentation", async () => {
  const deep = reply({ id: 23, respondsTo: 22, description: "Third" });
  const middle = reply({ id: 22, respondsTo: 21, description: "Second", replies: [deep] });
  atThread([reply({ replies: [middle] })]);
  await screen.findByText("Third");
  const offsets = [21, 22, 23].map((id) =>
    document.getElementById(`reply-${id}`)!.closest("li")!.style.getPropertyValue("--offset"),
  );
  expect(offsets).toEqual(["100px", "150px", "200px"]);
});

test("visitors see no box to comment in", async () => {
  atThread([]);
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
  expect(screen.queryByLabelText("Write a reply")).toBeNull();
});

test("a sent comment appears and the box is empty", async () => {
  signIn();
  const sent = answer("post", "/api/post/{postId}/replies", reply({ description: "So red" }), {
    status: 201,
  });
  const { user } = atThread([]);
  await user.type(await screen.findByLabelText("Write a reply"), " So red ");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(screen.getByLabelText("Write a reply")).toHaveValue(""));
  expect(sent[0]?.body).toEqual({ respondsTo: null, description: "So red" });
  expect(await screen.findByText("So red")).toBeVisible();
  expect(screen.getByRole("heading", { name: "3 replies" })).toBeVisible();
});

test("a blank comment is an alert", async () => {
  signIn();
  const { user } = atThread([]);
  await user.type(await screen.findByLabelText("Write a reply"), "  ");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Comment cannot be empty.");
  const box = screen.getByLabelText("Write a reply");
  expect(box).toHaveAccessibleDescription("Comment cannot be empty.");
  expect(box).toHaveFocus();
});

test("a refused comment focuses its box, also from the preview", async () => {
  signIn();
  const errors = [{ field: "description", message: "“spam” is not allowed here." }];
  refuse("post", "/api/post/{postId}/replies", 422, { errors });
  answer("post", "/api/preview", { html: "<p>spam</p>" });
  const { user } = atThread([]);
  await user.type(await screen.findByLabelText("Write a reply"), "spam");
  await user.click(await screen.findByRole("tab", { name: "Preview" }));
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  const box = await screen.findByLabelText("Write a reply");
  await waitFor(() => expect(box).toHaveAccessibleDescription("“spam” is not allowed here."));
  expect(box).toHaveFocus();
});

test("an empty reply to a reply is silently not sent", async () => {
  signIn();
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.click(item(21).getByRole("button", { name: "Post reply" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a reply to a reply stands below it", async () => {
  signIn();
  const child = reply({ id: 22, respondsTo: 21, description: "Thanks" });
  const sent = answer("post", "/api/post/{postId}/replies", child, { status: 201 });
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.type(screen.getByLabelText("Your reply"), "Thanks");
  await user.click(item(21).getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(document.getElementById("reply-22")).toBeVisible());
  expect(sent[0]?.body).toEqual({ respondsTo: 21, description: "Thanks" });
  expect(document.getElementById("reply-21")!.closest("li")).toContainElement(
    document.getElementById("reply-22"),
  );
});

test("a refused reply shows the status and keeps the text", async () => {
  signIn();
  refuse("post", "/api/post/{postId}/replies", 500);
  const { user } = atThread([]);
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to send reply. Status code: 500",
  );
  expect(screen.getByLabelText("Write a reply")).toHaveValue("So red");
  expect(localStorage.getItem("draft:1:reply-11-post")).toContain("So red");
});

test("a deleted reply stays in the thread as removed", async () => {
  signIn({ username: "bob" });
  const calls = answer("delete", "/api/replies/{id}", null, { status: 204 });
  const child = reply({
    id: 22,
    respondsTo: 21,
    description: "Thanks",
    user: { username: "eve", user_image: "" },
  });
  const { user } = atThread([reply({ replies: [child] })]);
  await screen.findByText("Thanks");
  await user.click(item(21).getByRole("button", { name: "Delete" }));
  const dialog = await screen.findByRole("dialog", {
    name: "Are you sure you want to delete this reply? This action cannot be undone.",
  });
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(item(21).getAllByText("removed")).toHaveLength(2));
  expect(document.querySelector("#reply-21 img")).toHaveAttribute(
    "src",
    "/images/avatars/removed.svg",
  );
  expect(screen.getByText("Thanks")).toBeVisible();
  expect(item(21).queryByRole("button", { name: "Upvote" })).toBeNull();
  expect(item(21).queryByRole("button", { name: "Reply" })).toBeNull();
  expect(calls).toHaveLength(1);
});

test("a refused deletion shows the status and keeps the reply", async () => {
  signIn({ username: "bob" });
  refuse("delete", "/api/replies/{id}", 403);
  const { user } = atThread([reply()]);
  await screen.findByText("Well grown");
  await user.click(item(21).getByRole("button", { name: "Delete" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to delete reply. Status code: 403",
  );
  expect(screen.getByText("Well grown")).toBeVisible();
});

test.each([
  ["a stranger", "eve", [], "ROLE_USER", null],
  ["its author", "bob", [], "ROLE_USER", "Delete"],
  ["a moderator of the forum", "eve", [7], "ROLE_MODERATOR", "Remove"],
  ["an admin", "eve", [], "ROLE_ADMIN", "Remove"],
])("who may delete or remove a reply: %s", async (_, username, access, role, word) => {
  signIn({ username, authorities: [{ name: role }] }, access);
  atThread([reply()]);
  await screen.findByText("Well grown");
  for (const name of ["Delete", "Remove"])
    expect(item(21).queryByRole("button", { name }) !== null).toBe(name === word);
});

test("a vote on a reply moves its score", async () => {
  signIn();
  const calls = answer("put", "/api/replies/{id}/downvote", {
    upvotes: 3,
    downvotes: 2,
    hasUpvoted: false,
    hasDownvoted: true,
  });
  const { user } = atThread([reply()]);
  await screen.findByText("Well grown");
  await user.click(item(21).getByRole("button", { name: "Downvote" }));
  expect(item(21).getByTestId("score")).toHaveTextContent(/^1$/);
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("a click on its line folds a thread and unfolds it", async () => {
  const child = reply({ id: 22, respondsTo: 21, description: "Thanks" });
  const { user } = atThread([reply({ replies: [child] })]);
  await screen.findByText("Thanks");
  const [line] = screen.getAllByRole("button", { name: "Collapse bob's thread" });
  await user.click(line!);
  expect(screen.queryByText("Thanks")).toBeNull();
  expect(line).toHaveAttribute("aria-expanded", "false");
  await user.click(line!);
  expect(screen.getByText("Thanks")).toBeVisible();
});

test("omitted replies are counted and can be loaded", async () => {
  const child = reply({ id: 22, respondsTo: 21, description: "Thanks" });
  answer("get", "/api/replies/{id}", reply({ replies: [child] }));
  const { user } = atThread([reply({ moreReplies: 1 })]);
  await user.click(await screen.findByRole("button", { name: "1 more reply" }));
  expect(await screen.findByText("Thanks")).toBeVisible();
  expect(screen.queryByRole("button", { name: "1 more reply" })).toBeNull();
});

test("Copy link copies the reply's own address", async () => {
  const { user } = atThread([reply()]);
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(write).toHaveBeenCalledWith(`${location.origin}/posts/11#reply-21`);
});

const WAITING = "Awaiting approval";

test("a held reply is marked, and its author can only delete it", async () => {
  signIn();
  const held = reply({ id: 22, respondsTo: 21, held: true, description: "See the link" });
  held.user.username = "ann";
  answer("post", "/api/post/{postId}/replies", held, { status: 201 });
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.type(screen.getByLabelText("Your reply"), "See the link");
  await user.click(item(21).getByRole("button", { name: "Post reply" }));
  expect(await screen.findByText("Your reply is awaiting moderator approval.")).toBeVisible();
  const shown = item(22);
  expect(shown.getByText(WAITING)).toBeVisible();
  for (const name of ["Reply", "Edit", "Save"])
    expect(shown.queryByRole("button", { name })).toBeNull();
  expect(screen.getByRole("heading", { name: "2 replies" })).toBeVisible();
  const calls = answer("delete", "/api/replies/{id}", null, { status: 204 });
  await user.click(shown.getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(document.getElementById("reply-22")).toBeNull());
  expect(calls[0]?.url.pathname).toBe("/api/replies/22");
});

test("held replies survive a reload; visitors request none", async () => {
  const calls = answer("get", "/api/posts/{postId}/replies/held", [
    reply({ id: 22, held: true, description: "See the link" }),
  ]);
  signIn();
  atThread([reply()]);
  expect(await screen.findByText("See the link")).toBeVisible();
  expect(item(22).getByText(WAITING)).toBeVisible();
  expect(calls).toHaveLength(1);
});

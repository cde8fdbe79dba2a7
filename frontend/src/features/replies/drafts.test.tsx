import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, refuse } from "../../../test/server";
import { ann, LATER, ownBan, post, reply, signIn, tokenUntil } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { atThread, item } from "../../../test/thread";
import { queryClient } from "../../api/queryClient";

async function logIn(user: ReturnType<typeof atThread>["user"]) {
  answer("post", "/login", { token: tokenUntil(LATER + 1), user: ann() });
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("dialog", { name: "Welcome, ann!" });
}

test("a comment draft survives an expired session", async () => {
  signIn();
  refuse("post", "/api/post/{postId}/replies", 401);
  const { user, address } = atThread([], "/posts/11?sort=new");
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(address()).toBe("/login?next=%2Fposts%2F11%3Fsort%3Dnew"));
  await logIn(user);
  expect(address()).toBe("/posts/11?sort=new");
  expect(await screen.findByLabelText("Write a reply")).toHaveValue("So red");
});

test("a reply to a reply is there again, in its open box", async () => {
  signIn();
  refuse("post", "/api/post/{postId}/replies", 401);
  const { user, address } = atThread([reply(), reply({ id: 25 })], "/posts/11#reply-21");
  await screen.findAllByText("Well grown");
  await user.click(item(25).getByRole("button", { name: "Reply" }));
  await user.type(item(25).getByLabelText("Your reply"), "Thanks");
  await user.click(item(25).getByRole("button", { name: "Post reply" }));
  await logIn(user);
  expect(address()).toBe("/posts/11#reply-21");
  await screen.findAllByText("Well grown");
  expect(item(25).getByLabelText("Your reply")).toHaveValue("Thanks");
  expect(item(21).queryByLabelText("Your reply")).toBeNull();
});

test("a box opened by a draft does not take the focus", async () => {
  signIn();
  localStorage.setItem("draft:1:reply-11-21", "Thanks");
  const { user } = atThread([reply()]);
  expect(await screen.findByLabelText("Your reply")).not.toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(localStorage.getItem("draft:1:reply-11-21")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Reply" }));
  expect(screen.getByLabelText("Your reply")).toHaveFocus();
  expect(screen.getByLabelText("Your reply")).toHaveValue("");
});

test("another member's draft opens nothing", async () => {
  signIn({ id: 9 });
  localStorage.setItem("draft:1:reply-11-21", "Thanks");
  atThread([reply()]);
  await screen.findByText("Well grown");
  expect(screen.queryByLabelText("Your reply")).toBeNull();
});

test("a sent reply leaves no draft", async () => {
  signIn();
  const child = reply({ id: 22, respondsTo: 21, description: "Thanks" });
  answer("post", "/api/post/{postId}/replies", child, { status: 201 });
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.type(screen.getByLabelText("Your reply"), "Thanks");
  expect(localStorage.getItem("draft:1:reply-11-21")).toContain("Thanks");
  await user.click(item(21).getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(localStorage.getItem("draft:1:reply-11-21")).toBeNull());
  expect(screen.queryByLabelText("Your reply")).toBeNull();
});

/** A server that answers when the test says so. */
function slowServer() {
  let respond = () => {};
  const calls = answer(
    "post",
    "/api/post/{postId}/replies",
    () => new Promise((resolve) => (respond = () => resolve(reply({ id: 25 })))),
    { status: 201 },
  );
  return { calls, respond: () => respond() };
}

test("text typed while a comment is sent stays in the box", async () => {
  signIn();
  const { calls, respond } = slowServer();
  const { user } = atThread([]);
  const box = await screen.findByLabelText("Write a reply");
  await user.type(box, "First{Control>}{Enter}{/Control}");
  await waitFor(() => expect(calls).toHaveLength(1));
  await user.type(box, " Second");
  respond();
  await waitFor(() => expect(document.getElementById("reply-25")).not.toBeNull());
  expect(box).toHaveValue("Second");
  expect(localStorage.getItem("draft:1:reply-11-post")).toContain("Second");
});

test("a double Ctrl+Enter sends once without an error", async () => {
  signIn();
  const { calls, respond } = slowServer();
  const { user } = atThread([]);
  const box = await screen.findByLabelText("Write a reply");
  await user.type(box, "First{Control>}{Enter}{Enter}{/Control}");
  await waitFor(() => expect(calls).toHaveLength(1));
  respond();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(document.getElementById("reply-25")).not.toBeNull());
  expect(calls).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Cancel asks before it discards a long reply", async () => {
  signIn();
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  const words = "word ".repeat(20);
  await user.click(screen.getByLabelText("Your reply"));
  await user.paste(words);
  await user.click(item(21).getByRole("button", { name: "Cancel" }));
  const dialog = await screen.findByRole("dialog", { name: "Discard what you've written?" });
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Your reply")).toHaveValue(words);
});

test("a text stays readable when the post is locked meanwhile", async () => {
  signIn();
  const live = liveServer();
  const { user } = atThread([reply()]);
  await user.type(await screen.findByLabelText("Write a reply"), "An hour of work");
  await live.follows("post:11");
  answer("get", "/api/posts/{id}", post({ locked: true }));
  await live.send("post", { id: 11, forumId: 7, act: "locked" });
  expect(await screen.findByText(/This post is locked/)).toBeVisible();
  const box = screen.getByLabelText("Your unsent text");
  expect(box).toHaveValue("An hour of work");
  expect(box).toHaveAttribute("readonly");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Text copied.")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("An hour of work");
});

test("a reply to a reply stays readable when the writer is banned meanwhile", async () => {
  signIn();
  localStorage.setItem("draft:1:reply-11-21", "Begun before");
  answer("get", "/api/bans", [ownBan()]);
  atThread([reply()]);
  expect(await screen.findByLabelText("Your unsent text")).toHaveValue("Begun before");
});

test("the focus follows a text into its read-only box, where typing on changes nothing", async () => {
  signIn();
  const live = liveServer();
  const { user, address } = atThread([reply()]);
  await user.type(await screen.findByLabelText("Write a reply"), "An hour");
  await live.follows("post:11");
  answer("get", "/api/posts/{id}", post({ locked: true }));
  await live.send("post", { id: 11, forumId: 7, act: "locked" });
  await waitFor(() => expect(screen.getByLabelText("Your unsent text")).toHaveFocus());
  await user.keyboard(" of work or so");
  expect(screen.getByLabelText("Your unsent text")).toHaveFocus();
  expect(screen.getByLabelText("Your unsent text")).toHaveValue("An hour");
  expect(localStorage.getItem("draft:1:reply-11-post")).toContain("An hour");
  expect(address()).toBe("/posts/11");
});

test("the focus follows an edit when the writer is banned meanwhile", async () => {
  signIn();
  const own = reply({ user: { username: "ann", user_image: "" } });
  const { user } = atThread([own]);
  await screen.findByText("Well grown");
  await user.click(item(21).getByRole("button", { name: "Edit" }));
  await user.type(item(21).getByLabelText("Edit reply"), " since May");
  answer("get", "/api/bans", [ownBan()]);
  await act(async () => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.getByLabelText("Your unsent text")).toHaveFocus());
  await user.keyboard(" on the balcony");
  expect(screen.getByLabelText("Your unsent text")).toHaveValue("Well grown since May");
  expect(screen.queryByRole("button", { name: "Save", pressed: true })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Appeal" })).toBeNull();
});

test("an edit of a reply that was removed meanwhile stays readable", async () => {
  signIn();
  const own = reply({ user: { username: "ann", user_image: "" } });
  const { user } = atThread([own]);
  await screen.findByText("Well grown");
  await user.click(item(21).getByRole("button", { name: "Edit" }));
  await user.type(item(21).getByLabelText("Edit reply"), " since May");
  answer("get", "/api/posts/{postId}/replies", [{ ...own, deleted: true }]);
  await act(async () => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.getByLabelText("Your unsent text")).toHaveFocus());
  expect(screen.getByLabelText("Your unsent text")).toHaveValue("Well grown since May");
});

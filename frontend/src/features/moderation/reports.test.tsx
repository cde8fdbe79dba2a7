import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { post, report, reply, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";

function aPost(change: Parameters<typeof post>[0] = {}) {
  answer("get", "/api/posts/{id}", post({ creator_username: "bob", ...change }));
  answer("get", "/api/posts/{postId}/replies", [reply()]);
}

test("a member reports a post with a reason; a refusal keeps the form", async () => {
  signIn();
  aPost();
  refuse("post", "/api/posts/{id}/report", 429, { detail: "That is enough for today." });
  const { user } = visit("/posts/11");
  const article = within((await screen.findAllByRole("article"))[0] as HTMLElement);
  await user.click(await article.findByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: "Report" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Report" }));
  const send = dialog.getByRole("button", { name: "Report" });
  expect(send).toBeDisabled();
  await user.click(dialog.getByRole("radio", { name: "Spam" }));
  await user.type(dialog.getByRole("textbox", { name: "Note" }), "Sells seeds");
  await user.click(send);
  expect(await dialog.findByText(/That is enough for today/)).toBeVisible();
  const calls = answer("post", "/api/posts/{id}/report", report(), { status: 201 });
  await user.click(send);
  expect(await screen.findByText("Thank you. Your report was sent.")).toBeVisible();
  expect(await calls[0]?.body).toEqual({ reason: "spam", note: "Sells seeds" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the note of a report is kept as a draft until Cancel", async () => {
  signIn();
  aPost();
  const { user } = visit("/posts/11");
  const article = within((await screen.findAllByRole("article"))[0] as HTMLElement);
  const open = async () => {
    await user.click(await article.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: "Report" }));
    return within(await screen.findByRole("dialog", { name: "Report" }));
  };
  const note = { name: "Note" };
  await user.type((await open()).getByRole("textbox", note), "Sells seeds");
  fireEvent(screen.getByRole("dialog"), new Event("cancel"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const dialog = await open();
  expect(dialog.getByText("Draft restored")).toBeVisible();
  expect(dialog.getByRole("textbox", note)).toHaveValue("Sells seeds");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect((await open()).getByRole("textbox", note)).toHaveValue("");
});

test("nobody but moderators writes in a locked post", async () => {
  signIn();
  aPost({ locked: true, lockReason: "Solved." });
  const { user } = visit("/posts/11");
  expect(await screen.findByText(/only moderators can write and vote in it/)).toBeVisible();
  expect(screen.getByText("Reason: Solved.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect(screen.getByRole("menuitem", { name: "Report" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Unlock" })).toBeNull();
  for (const arrow of screen.getAllByRole("button", { name: /vote$/ }))
    expect(arrow).toHaveAttribute("aria-disabled", "true");
});

test("a moderator locks and pins a post", async () => {
  signIn({}, [post().forum_id]);
  aPost();
  const locks = answer("put", "/api/posts/{id}/lock", post({ locked: true }));
  const pins = answer("put", "/api/posts/{id}/pin", post({ locked: true, pinned: true }));
  const { user } = visit("/posts/11");
  const menu = await screen.findByRole("button", { name: "More actions" });
  await user.click(menu);
  await user.click(screen.getByRole("menuitem", { name: "Lock" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Lock this post?" }));
  await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "Solved.");
  await user.click(dialog.getByRole("button", { name: "Lock" }));
  expect(await screen.findByText("Locked")).toBeVisible();
  expect(menu).toHaveFocus();
  expect(await locks[0]?.body).toEqual({ locked: true, reason: "Solved." });
  await user.click(menu);
  expect(screen.getByRole("menuitem", { name: "Unlock" })).toBeVisible();
  await user.click(screen.getByRole("menuitem", { name: "Pin" }));
  expect(await screen.findByText("Pinned")).toBeVisible();
  expect(await pins[0]?.body).toEqual({ pinned: true });
});

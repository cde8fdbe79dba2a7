import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { reply, signIn } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import { atThread, item } from "../../../test/thread";
import { queryClient } from "../../api/queryClient";

const byId = (id: number) => document.getElementById(`reply-${id}`);
/** Replies nested below each other, the first one on top. */
const nested = (...ids: number[]): ReturnType<typeof reply> => {
  const [id = 0, ...rest] = ids;
  return reply({ id, replies: rest.length > 0 ? [nested(...rest)] : [] });
};

test("a new comment is scrolled to, marked, focused and announced", async () => {
  signIn();
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  answer("post", "/api/post/{postId}/replies", reply({ id: 25 }), { status: 201 });
  const { user } = atThread([reply()]);
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(byId(25)).toHaveFocus());
  expect(scroll.mock.instances).toContain(byId(25));
  expect(byId(25)).toHaveClass("marked");
  expect(screen.getByText("Reply posted.")).toBeVisible();
  await waitFor(() => expect(byId(25)).not.toHaveClass("marked"), { timeout: 4000 });
});

test("a new comment stays in sight when a refetch leaves it out", async () => {
  signIn();
  answer("post", "/api/post/{postId}/replies", reply({ id: 25 }), { status: 201 });
  const { user } = atThread([reply()]);
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(byId(25)).toHaveFocus());
  await act(() => queryClient.refetchQueries({ queryKey: ["replies", 11, "old"] }));
  expect(byId(25)).toBeVisible();
});

test("loaded replies stay after a refetch and the first has focus", async () => {
  const child = reply({ id: 22, respondsTo: 21, description: "Thanks" });
  answer("get", "/api/replies/{id}", reply({ replies: [child] }));
  const { user, calls } = atThread([reply({ moreReplies: 1 })]);
  await user.click(await screen.findByRole("button", { name: "1 more reply" }));
  await waitFor(() => expect(byId(22)).toHaveFocus());
  await act(() => queryClient.refetchQueries({ queryKey: ["replies", 11, "old"] }));
  expect(calls).toHaveLength(2);
  expect(byId(22)).toBeVisible();
});

test("a folded reply stays folded until a link leads below it", async () => {
  const thread = [nested(21, 22)];
  const { user } = atThread(thread);
  await waitFor(() => expect(byId(22)).toBeVisible());
  await user.click(screen.getAllByRole("button", { name: "Collapse bob's thread" })[0]!);
  expect(byId(22)).toBeNull();
  cleanup();
  atThread(thread);
  await screen.findByRole("button", { name: "Expand bob's thread" });
  expect(byId(22)).toBeNull();
  cleanup();
  atThread(thread, "/posts/11#reply-22");
  await waitFor(() => expect(byId(22)).toHaveFocus());
});

test("a reply below the deepest level opens in a partial thread", async () => {
  const { user, address } = atThread([nested(21, 22, 23, 24, 25, 26, 27, 28), reply({ id: 40 })]);
  await waitFor(() => expect(byId(26)).toBeVisible());
  expect(byId(27)).toBeNull();
  const parent = within(item(26).getByText(/Replying to/));
  expect(parent.getByText("bob").closest("a")).toHaveAttribute("href", "/u/bob");
  await user.click(screen.getByRole("link", { name: "Continue this thread" }));
  await waitFor(() => expect(byId(27)).toHaveFocus());
  expect(address()).toBe("/posts/11#reply-27");
  expect(byId(24)).toBeVisible();
  expect(byId(40)).toBeNull();
  await user.click(screen.getByRole("link", { name: "Show all replies" }));
  await waitFor(() => expect(byId(40)).toBeVisible());
});

test("a reply to a removed one has no link to its author", async () => {
  const removed = { deleted: true, user: { username: "removed", user_image: "" } };
  const parent = reply({ ...removed, id: 25, replies: [reply({ id: 26 })] });
  atThread([[21, 22, 23, 24].reduceRight((below, id) => reply({ id, replies: [below] }), parent)]);
  await waitFor(() => expect(byId(26)).toBeVisible());
  expect(item(26).getByText("Replying to removed")).toBeInTheDocument();
  expect(item(26).queryByRole("link", { name: "removed" })).toBeNull();
});

test("the author of the post is marked OP", async () => {
  const eve = { username: "eve", user_image: "" };
  atThread([reply(), reply({ id: 22, user: eve })]);
  await waitFor(() => expect(byId(22)).toBeVisible());
  expect(item(21).getByText("OP")).toBeVisible();
  expect(item(22).queryByText("OP")).toBeNull();
});

test("the comment box opens on focus and closes on Cancel", async () => {
  signIn();
  const { user } = atThread([]);
  const box = await screen.findByLabelText("Write a reply");
  expect(screen.queryByRole("button", { name: "Post reply" })).toBeNull();
  await user.click(box);
  await user.keyboard("Half");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(box).toHaveFocus();
  expect(box).toHaveValue("");
  expect(screen.queryByRole("button", { name: "Post reply" })).toBeNull();
});

test("Cancel of a reply gives the focus back to its Reply button", async () => {
  signIn();
  const { user } = atThread([reply()]);
  await user.click(await screen.findByRole("button", { name: "Reply" }));
  await user.click(item(21).getByRole("button", { name: "Cancel" }));
  expect(item(21).getByRole("button", { name: "Reply" })).toHaveFocus();
});

test("authors have role badges; removed replies have no links", async () => {
  const user = { username: "bob", user_image: "" };
  atThread([
    reply({ user: { ...user, role: "moderator" } }),
    reply({ id: 22, user: { username: "ada", user_image: "", role: "admin" } }),
    reply({ id: 23, deleted: true, user: { username: "removed", user_image: "" } }),
  ]);
  await screen.findAllByText("Well grown");
  expect(item(21).getByText("OP")).toBeVisible();
  expect(item(21).getByText("Mod")).toBeVisible();
  expect(item(21).getByRole("link", { name: "bob" })).toHaveAttribute("href", "/u/bob");
  expect(item(22).getByText("Admin")).toBeVisible();
  expect(item(23).getByText("removed", { selector: "h3 *" })).toBeVisible();
  expect(item(23).queryByRole("link")).toBeNull();
});

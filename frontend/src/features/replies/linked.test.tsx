import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answer, refuse } from "../../../test/server";
import { reply, signIn } from "../../../test/fixtures";
import { atThread, item } from "../../../test/thread";
import type { Reply } from "../../api/types";

beforeEach(() => void vi.restoreAllMocks());

const ids = () => [...document.querySelectorAll("article[id^=reply]")].map(({ id }) => id);

async function arrived(id: number) {
  const target = () => document.getElementById(`reply-${id}`);
  await waitFor(() => expect(target()).toHaveFocus());
  expect(target()).toHaveClass("marked");
}

test("a link to a reply goes to it, marks and focuses it", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  atThread([reply(), reply({ id: 25 })], "/posts/11#reply-25");
  await arrived(25);
  expect(scroll.mock.instances).toContain(document.getElementById("reply-25"));
  expect(ids()).toEqual(["reply-21", "reply-25"]);
});

/** A reply and its four levels of descendants, `step` pixels apart. */
function levels(step: number) {
  const tops: [string, number][] = [21, 22, 23, 24, 25].map((id, at) => [`reply-${id}`, at * step]);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return new DOMRect(0, new Map(tops).get(this.id) ?? 0, 600, 100);
  });
  const build = (id: number): Reply =>
    reply({ id, respondsTo: id > 21 ? id - 1 : null, replies: id < 25 ? [build(id + 1)] : [] });
  return [build(21)];
}

test.each([
  ["the third ancestor, where all fit", 100, 22],
  ["the nearest ancestor that still fits", 400, 24],
  ["the reply itself, where none fits", 800, 25],
])("a link to a reply scrolls to %s", async (_, step, first) => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  atThread(levels(step), "/posts/11#reply-25");
  await arrived(25);
  expect(scroll.mock.instances).toEqual([document.getElementById(`reply-${first}`)]);
});

test("a linked reply outside the page appears below its parent", async () => {
  const calls = answer("get", "/api/replies/{id}", reply({ id: 25, respondsTo: 21 }));
  atThread([reply({ moreReplies: 3 }), reply({ id: 22 })], "/posts/11#reply-25");
  await arrived(25);
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/replies/25"]);
  expect(ids()).toEqual(["reply-21", "reply-25", "reply-22"]);
  expect(screen.getByRole("button", { name: "2 more replies" })).toBeVisible();
});

test("a linked reply of a later page is shown first", async () => {
  answer("get", "/api/replies/{id}", reply({ id: 25 }));
  const { calls } = atThread([reply()], "/posts/11#reply-25");
  await arrived(25);
  expect(ids()).toEqual(["reply-25", "reply-21"]);
  expect(calls).toHaveLength(1);
});

test("a linked reply is shown below its missing ancestors", async () => {
  const ancestors = [
    reply({ moreReplies: 2 }),
    reply({ id: 23, respondsTo: 21, moreReplies: 1 }),
    reply({ id: 24, respondsTo: 23, moreReplies: 3 }),
  ];
  const calls = answer("get", "/api/replies/{id}", reply({ id: 25, respondsTo: 24, ancestors }));
  atThread([reply({ moreReplies: 2 }), reply({ id: 22 })], "/posts/11#reply-25");
  await arrived(25);
  expect(ids()).toEqual(["reply-21", "reply-23", "reply-24", "reply-25", "reply-22"]);
  expect(screen.getByRole("button", { name: "1 more reply" })).toBeVisible();
  expect(screen.getByRole("button", { name: "2 more replies" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Show parent reply" })).toBeNull();
  expect(calls).toHaveLength(1);
});

test("a linked reply far below the thread links to its parent", async () => {
  answer("get", "/api/replies/{id}", ({ url }) =>
    url.pathname.endsWith("25")
      ? reply({ id: 25, respondsTo: 24, ancestors: [reply({ id: 24, respondsTo: 23 })] })
      : reply({ id: 23, respondsTo: 21, ancestors: [reply()], moreReplies: 1 }),
  );
  const { user, address } = atThread([reply({ moreReplies: 1 })], "/posts/11?sort=top#reply-25");
  await arrived(25);
  expect(ids()).toEqual(["reply-24", "reply-25", "reply-21"]);
  await user.click(screen.getByRole("link", { name: "Show parent reply" }));
  await arrived(23);
  expect(ids()).toEqual(["reply-21", "reply-23"]);
  expect(address()).toBe("/posts/11?sort=top#reply-23");
});

test("a vote on a linked reply stays with it", async () => {
  signIn();
  const up = { upvotes: 4, downvotes: 1, hasUpvoted: true, hasDownvoted: false };
  answer("get", "/api/replies/{id}", reply({ id: 25 }));
  answer("put", "/api/replies/{id}/upvote", up);
  const { user } = atThread([reply()], "/posts/11#reply-25");
  await arrived(25);
  await user.click(item(25).getByRole("button", { name: "Upvote" }));
  expect(item(25).getByTestId("score")).toHaveTextContent(/^3$/);
});

test.each([
  ["does not exist", () => refuse("get", "/api/replies/{id}", 404)],
  ["is another post's", () => answer("get", "/api/replies/{id}", reply({ id: 25, postId: 12 }))],
])("a linked reply that %s shows an error above the thread", async (_, respond) => {
  respond();
  atThread([reply()], "/posts/11#reply-25");
  expect(await screen.findByRole("alert")).toHaveTextContent("The linked reply does not exist.");
  expect(ids()).toEqual(["reply-21"]);
});

test("a linked reply that fails to load shows the status code", async () => {
  refuse("get", "/api/replies/{id}", 500);
  atThread([reply()], "/posts/11#reply-25");
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to load reply. Status code: 500");
});

test("the order is in the URL beside the linked reply", async () => {
  const { user, calls, address, router } = atThread(
    [reply(), reply({ id: 25 })],
    "/posts/11#reply-25",
  );
  await arrived(25);
  const order = screen.getByLabelText("Sort replies");
  await user.selectOptions(order, "Most points first");
  expect(address()).toBe("/posts/11?sort=top#reply-25");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe("top"));
  expect(order).toHaveFocus();
  await waitFor(() => expect(document.getElementById("reply-25")).toHaveClass("marked"));
  await router.navigate(-1);
  await waitFor(() => expect(order).toHaveValue("old"));
});

test.each([
  ["?sort=new", "new"],
  ["?sort=worst", "old"],
])("a shared address with %s shows the order %s", async (search, sort) => {
  const { calls } = atThread([reply()], `/posts/11${search}`);
  await screen.findByText("Well grown");
  expect(calls[0]?.url.searchParams.get("sort")).toBe(sort);
  expect(screen.getByLabelText("Sort replies")).toHaveValue(sort);
});

test("a new comment stands first in the newest order", async () => {
  signIn();
  answer("post", "/api/post/{postId}/replies", reply({ id: 25 }), { status: 201 });
  const { user } = atThread([reply()], "/posts/11?sort=new");
  await user.type(await screen.findByLabelText("Write a reply"), "So red");
  await user.click(screen.getByRole("button", { name: "Post reply" }));
  await waitFor(() => expect(ids()).toEqual(["reply-25", "reply-21"]));
});

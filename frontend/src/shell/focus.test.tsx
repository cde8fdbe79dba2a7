import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../test/app";
import { forum, notification, post, signIn } from "../../test/fixtures";
import { answer, refuse, unreachable } from "../../test/server";
import { atThread } from "../../test/thread";
import { queryClient } from "../api/queryClient";

test("Mark as read hands the focus to the next button of its row", async () => {
  signIn();
  answer("get", "/api/notifications", [notification()]);
  answer("put", "/api/notifications/{id}/read", null, { status: 204 });
  const { user } = visit("/notifications");
  await user.click(await screen.findByRole("button", { name: "Mark as read" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Watch this post" })).toHaveFocus(),
  );
});

test.each([
  ["read", () => answer("put", "/api/notifications/{id}/read", null, { status: 204 })],
  ["not read", () => unreachable("put", "/api/notifications/{id}/read")],
])("Mark as read moves the focus to the next unread row, if it is %s", async (_, arrange) => {
  signIn();
  const rows = [notification(), notification({ id: 42, read: true }), notification({ id: 43 })];
  answer("get", "/api/notifications", rows);
  const calls = arrange();
  const { user } = visit("/notifications");
  const [first, last] = await screen.findAllByRole("button", { name: "Mark as read" });
  await user.click(first!);
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(last).toHaveFocus();
});

test("the rules hand the focus on within them, then to the heading", async () => {
  signIn();
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forums/{id}/rules", { rules: "Be kind", rules_html: "<p>Be kind</p>" });
  const { user } = visit("/forums/7/create-post");
  await user.click(await screen.findByRole("button", { name: "Read the rules" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Got it" })).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Got it" }));
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("Retry hands the focus to the heading", async () => {
  refuse("get", "/api/modlog", 500);
  const { user } = visit("/modlog");
  const retry = await screen.findByRole("button", { name: "Retry" });
  answer("get", "/api/modlog", []);
  await user.click(retry);
  await screen.findByText("Wow, such empty!");
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test("an element that lost the focus before it is removed hands on nothing", async () => {
  const { user } = atThread([]);
  await user.tab();
  act(() => (document.activeElement as HTMLElement).blur());
  await act(async () =>
    queryClient.setQueryData(["posts", "detail", 11], post({ title: "Other" })),
  );
  await screen.findByRole("heading", { level: 1, name: "Other" });
  expect(document.body).toHaveFocus();
});

test("what is typed for a box that is gone runs no shortcut", async () => {
  signIn();
  const saves = answer("put", "/api/posts/{id}/saved", { saved: true });
  const { user } = atThread([]);
  const box = await screen.findByLabelText("Write a reply");
  await user.click(box);
  const locked = post({ locked: true });
  await act(async () => queryClient.setQueryData(["posts", "detail", 11], locked));
  expect(box).not.toBeInTheDocument();
  const heading = screen.getByRole("heading", { level: 1 });
  await waitFor(() => expect(heading).toHaveFocus());
  await user.keyboard("v or s ");
  expect(heading).toHaveFocus();
  expect(saves).toEqual([]);
  await user.click(heading);
  await user.keyboard("s");
  await waitFor(() => expect(saves).toHaveLength(1));
});

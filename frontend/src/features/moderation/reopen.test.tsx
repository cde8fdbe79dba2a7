import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { post, report, signIn } from "../../../test/fixtures";
import { aQueue } from "../../../test/queue";
import { answer, refuse } from "../../../test/server";
import type { Report } from "../../api/types";

const THEN = "2026-11-19T10:58:00.123Z";
const TARGET = report().target;
const REMOVED = { ...TARGET, removed: true };
const HELD_AND_REMOVED = { kind: "held", state: "resolved", target: REMOVED } as const;
const REJECTED = { state: "rejected", assignee: "cleo", decidedAt: THEN } as const;

/** The queue with one report, which a button decides. */
async function decideWith(name: string, change: Partial<Report> = {}) {
  signIn({}, [7]);
  aQueue(report(change));
  const { user } = visit("/moderation/queue");
  await user.click(await screen.findByRole("button", { name }));
  return user;
}

test("a decision is undone from its notification", async () => {
  answer("put", "/api/reports/{id}", report(REJECTED));
  const reopened = answer("post", "/api/reports/{id}/reopen", report());
  const user = await decideWith("Reject");
  const toast = within(await screen.findByRole("status", { name: "" }));
  expect(await toast.findByText("Report rejected.")).toBeVisible();
  await user.click(toast.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Report reopened.")).toBeVisible();
  expect(reopened[0]?.url.pathname).toBe("/api/reports/5/reopen");
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test("undoing a removal restores the post and reopens the report", async () => {
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  const restored = answer("post", "/api/posts/{id}/restore", post());
  const reopened = answer("post", "/api/reports/{id}/reopen", report());
  const user = await decideWith("Remove");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Report reopened.")).toBeVisible();
  expect([restored.length, reopened.length]).toEqual([1, 1]);
});

test("a removal that cannot be undone leaves the report closed", async () => {
  answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  refuse("post", "/api/posts/{id}/restore", 404, { detail: "There is no such post." });
  const reopened = answer("post", "/api/reports/{id}/reopen", report());
  const user = await decideWith("Remove");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("There is no such post.")).toBeVisible();
  expect(reopened).toEqual([]);
});

test("a ban from a report is undone", async () => {
  answer("get", "/api/people/{username}", { id: 2, username: "bob" } as never);
  answer("put", "/api/forums/{id}/bans/{userId}", {} as never);
  const lifted = answer("delete", "/api/forums/{id}/bans/{userId}", null, { status: 204 });
  const user = await decideWith("Ban");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("bob is unbanned from this forum.")).toBeVisible();
  expect(lifted[0]?.url.pathname).toBe("/api/forums/7/bans/2");
});

test("a decided report is reopened later", async () => {
  signIn({}, [7]);
  aQueue(report(REJECTED));
  const { user } = visit("/moderation/queue?state=rejected");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  refuse("post", "/api/reports/{id}/reopen", 409, { detail: "The same was reported again." });
  await user.click(await card.findByRole("button", { name: "Reopen" }));
  expect(await screen.findByText("The same was reported again.")).toBeVisible();
  answer("post", "/api/reports/{id}/reopen", report());
  aQueue(report());
  await user.click(card.getByRole("button", { name: "Reopen" }));
  expect(await card.findByRole("button", { name: "Resolve" })).toBeVisible();
});

test.each([
  ["what is removed", { target: REMOVED }],
  ["what is gone", { target: { ...TARGET, username: null } }],
  ["held content that was restored", { kind: "held" }],
  ["approved content that was removed", HELD_AND_REMOVED],
] as const)("a decision about %s stays", async (_, change) => {
  signIn({}, [7]);
  aQueue(report({ ...REJECTED, ...change }));
  visit("/moderation/queue?state=rejected");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  await card.findByText(/Decided by/);
  expect(card.queryByRole("button", { name: "Reopen" })).toBeNull();
});

const ACCEPTED = { kind: "appeal", state: "resolved" } as const;

test.each([
  ["an approval", "Approve", { kind: "held" }, { state: "resolved" }, "Awaiting approval again."],
  ["an accepted appeal", "Unban", { kind: "appeal" }, { state: "resolved" }, "Appeal reopened."],
  ["a rejected appeal", "Keep the ban", { kind: "appeal" }, {}, "Appeal reopened."],
] as const)("%s is undone from its notification", async (_, name, change, decided, words) => {
  answer("put", "/api/reports/{id}", report({ ...REJECTED, ...change, ...decided }));
  const reopened = answer("post", "/api/reports/{id}/reopen", report(change));
  const user = await decideWith(name, change);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(reopened).toHaveLength(1);
});

test("a rejection of held content is undone from its notification", async () => {
  const held = { kind: "held" } as const;
  const removed = { ...held, target: REMOVED };
  const decided = answer("put", "/api/reports/{id}", report({ ...REJECTED, ...removed }));
  answer("post", "/api/reports/{id}/reopen", report(held));
  const user = await decideWith("Remove", held);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Awaiting approval again.")).toBeVisible();
  expect(await decided[0]?.body).toMatchObject({ state: "rejected" });
});

test.each([
  ["an approval", "resolved", { kind: "held" }, "Approve"],
  ["a rejection of held content", "rejected", { kind: "held", target: REMOVED }, "Approve"],
  ["an accepted appeal", "resolved", ACCEPTED, "Unban"],
] as const)("%s is taken back later", async (_, state, change, button) => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  aQueue(report({ ...REJECTED, ...change, state }));
  const { user } = visit(`/moderation/queue?state=${state}`);
  const card = within(await screen.findByRole("region", { name: "Report" }));
  refuse("post", "/api/reports/{id}/reopen", 409, { detail: "This was removed meanwhile." });
  await user.click(await card.findByRole("button", { name: "Reopen" }));
  expect(await screen.findByText("This was removed meanwhile.")).toBeVisible();
  const open = report({ kind: change.kind });
  answer("post", "/api/reports/{id}/reopen", open);
  aQueue(open);
  await user.click(card.getByRole("button", { name: "Reopen" }));
  expect(await card.findByRole("button", { name: button })).toBeVisible();
});

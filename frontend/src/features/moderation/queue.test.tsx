import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import {
  forum,
  forumBan,
  member,
  post,
  profile,
  reply,
  report,
  signIn,
} from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { answer, refuse } from "../../../test/server";
import type { Report } from "../../api/types";

const THEN = "2026-11-19T10:58:00.123Z";

afterEach(() => setWidth(1440));

/** Answers the queue, its reports and the reported post. */
function aQueue(...reports: Report[]) {
  answer("get", "/api/reports", reports);
  answer("get", "/api/reports/{id}", ({ url }) => {
    const found = reports.find(({ id }) => url.pathname.endsWith(`/${id}`));
    if (!found) throw new Error(`no report at ${url.pathname}`);
    return found;
  });
  answer("get", "/api/posts/{id}", post({ creator_username: "bob" }));
}

test("a moderator decides a report; what another decided is shown", async () => {
  signIn({}, [7]);
  aQueue(report());
  const { user } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(await card.findByRole("heading", { name: "First tomatoes" })).toBeVisible();
  expect(card.getByText("Spam · 1")).toBeVisible();
  expect(card.getByRole("link", { name: "Show in its thread" })).toHaveAttribute(
    "href",
    "/posts/11",
  );
  refuse("put", "/api/reports/{id}", 409, { detail: "cleo decided this report already." });
  aQueue(report({ state: "rejected", assignee: "cleo", decidedAt: THEN, decision: "Fine." }));
  answer("get", "/api/reports", []);
  await user.click(card.getByRole("button", { name: "Resolve" }));
  expect(await screen.findByText(/cleo decided this report already/)).toBeVisible();
  expect(await card.findByText(/Decided by/)).toHaveTextContent("Decided by cleo");
  expect(card.getByText("Fine.")).toBeVisible();
  expect(card.queryByRole("button", { name: "Resolve" })).toBeNull();
  expect(await screen.findByText("No open reports.")).toBeVisible();
});

test.each([
  ["resolved", "No resolved reports."],
  ["rejected", "No rejected reports."],
])("an empty list of %s reports says so", async (state, words) => {
  signIn({}, [7]);
  answer("get", "/api/reports", []);
  visit(`/moderation/queue?state=${state}`);
  expect(await screen.findByText(words)).toBeVisible();
});

test("a moderator takes a report, and rejects it with a note", async () => {
  signIn({}, [7]);
  aQueue(report());
  const taken = report({ state: "in-progress", assignee: "ada" });
  const calls = answer("put", "/api/reports/{id}", () => {
    aQueue(taken);
    return taken;
  });
  const { user } = visit("/moderation/queue");
  await user.click(await screen.findByRole("button", { name: "Assign to me" }));
  expect(await screen.findByRole("button", { name: "Unassign" })).toBeVisible();
  const card = within(screen.getByRole("region", { name: "Report" }));
  expect(card.getByText("ada").closest("a")).toHaveAttribute("href", "/u/ada");
  const row = within(screen.getByRole("list", { name: "Reports" }));
  for (const name of ["bob", "ada"])
    expect(await row.findByRole("link", { name })).toHaveAttribute("href", `/u/${name}`);
  const rejected = report({ state: "rejected", decidedAt: THEN });
  answer("put", "/api/reports/{id}", rejected);
  aQueue(rejected);
  answer("get", "/api/reports", []);
  await user.type(screen.getByRole("textbox", { name: "Note on the decision" }), "Fine");
  expect(localStorage.getItem("draft:1:decision-5")).toContain("Fine");
  await user.click(screen.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Report rejected.")).toBeVisible();
  expect(localStorage.getItem("draft:1:decision-5")).toBeNull();
  expect(await calls[0]?.body).toEqual({ state: "in-progress", note: null });
});

test("a decision is in the log, also where the log was open a moment before", async () => {
  signIn({}, [7]);
  aQueue(report());
  const logs = answer("get", "/api/modlog", []);
  const { user, router } = visit("/modlog");
  await screen.findByText("Wow, such empty!");
  await router.navigate("/moderation/queue");
  const rejected = report({ state: "rejected", decidedAt: THEN });
  answer("put", "/api/reports/{id}", rejected);
  const resolve = await screen.findByRole("button", { name: "Reject" });
  aQueue(rejected);
  await user.click(resolve);
  expect(await screen.findByText("Report rejected.")).toBeVisible();
  await router.navigate("/modlog");
  await waitFor(() => expect(logs).toHaveLength(2));
});

test("an admin decides an appeal by its ban", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const person = { kind: "member", id: 2, excerpt: "Spam", forum: null, post: null };
  const target = { ...report().target, ...person };
  const notes = [{ username: "bob", note: "It was my brother" }];
  aQueue(report({ kind: "appeal", target, notes }));
  const { user } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(card.getByText("Banned: Spam")).toBeVisible();
  expect(card.getByText("Appeal")).toBeVisible();
  expect(card.getByText(/It was my brother/)).toBeVisible();
  expect(card.getByRole("button", { name: "Keep the ban" })).toBeVisible();
  for (const name of ["Remove", "Ban"]) expect(card.queryByRole("button", { name })).toBeNull();
  const calls = answer("put", "/api/reports/{id}", report({ state: "resolved" }));
  await user.click(card.getByRole("button", { name: "Unban" }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ state: "resolved", note: null }));
});

test("an appeal against a ban from a forum names the forum", async () => {
  signIn({}, [7]);
  const target = {
    ...report().target,
    kind: "member",
    id: 2,
    excerpt: "Spam",
    forum: 7,
    post: null,
  };
  aQueue(report({ kind: "appeal", target }));
  answer("get", "/forums/{id}", forum());
  visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  const link = await card.findByRole("link", { name: "Gardening" });
  expect(link).toHaveAttribute("href", "/forums/7");
  expect(link.closest("p")).toHaveTextContent("Banned from Gardening");
  expect(card.getByText("Banned: Spam")).toBeVisible();
  expect(card.getByRole("button", { name: "Unban" })).toBeVisible();
});

test("keys walk the queue, remove what was reported and go on to the next", async () => {
  signIn({}, [7]);
  const inReply = {
    kind: "reply",
    id: 21,
    excerpt: "Nineteen",
    username: "bob",
    forum: 7,
    post: 11,
    removed: false,
  };
  aQueue(report(), report({ id: 6, target: inReply }));
  const ancestors = [reply({ id: 20, description_html: "<p>How many?</p>" })];
  const asked = answer(
    "get",
    "/api/replies/{id}",
    reply({ id: 21, respondsTo: 20, description_html: "<p>Nineteen</p>", ancestors }),
  );
  const removals = answer("delete", "/api/replies/{id}", null, { status: 204 });
  const decided = report({ id: 6, target: inReply, state: "resolved", decidedAt: THEN });
  const decisions = answer("put", "/api/reports/{id}", decided);
  const { user, address } = visit("/moderation/queue");
  await waitFor(() => expect(address()).toBe("/moderation/queue?report=5"));
  await user.keyboard("jj");
  await waitFor(() => expect(address()).toBe("/moderation/queue?report=6"));
  // Its parent is shown above it.
  const thread = within(await screen.findByRole("list", { name: "Replies" }));
  expect(thread.getAllByText(/How many\?|Nineteen/).map((one) => one.textContent)).toEqual([
    "How many?",
    "Nineteen",
  ]);
  expect(asked).toHaveLength(1);
  await user.keyboard("d");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "Numbers");
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Report resolved.")).toBeVisible();
  expect(removals[0]?.url.search).toBe("?reason=Numbers");
  expect(await decisions[0]?.body).toEqual({ state: "resolved", note: null });
  await waitFor(() => expect(address()).toBe("/moderation/queue?report=5"));
  expect(document.activeElement).toHaveTextContent("Buy my seeds");
});

test("a moderator restores a removed reply from the queue", async () => {
  signIn({}, [7]);
  const removed = report({ target: { ...report().target, kind: "reply", id: 21, removed: true } });
  aQueue(removed);
  const calls = answer("post", "/api/replies/{id}/restore", reply({ id: 21 }));
  const { user } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(await card.findByText("Removed")).toBeVisible();
  expect(card.getByText("Buy my seeds")).toBeVisible();
  expect(card.queryByRole("link", { name: "Show in its thread" })).toBeNull();
  expect(card.queryByRole("button", { name: "Remove" })).toBeNull();
  await user.click(card.getByRole("button", { name: "Restore" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Restore this reply?" }));
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Reply restored.")).toBeVisible();
  expect(await calls[0]?.body).toEqual({ reason: null });
});

test("an admin bans the author and still decides", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  aQueue(report());
  answer("get", "/api/people/{username}", profile({ id: 9, username: "bob" }));
  const bans = answer("put", "/user/{id}/ban", member({ id: 9, username: "bob", banned: true }));
  const { user } = visit("/moderation/queue");
  await screen.findByRole("button", { name: "Ban" });
  await user.keyboard("b");
  const dialog = within(await screen.findByRole("dialog", { name: "Ban bob?" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Duration" }), "7 days");
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  expect(await screen.findByText("bob is banned.")).toBeVisible();
  expect(bans[0]?.url.pathname).toBe("/user/9/ban");
  expect(await bans[0]?.body).toEqual({ days: 7 });
  expect(screen.getByRole("button", { name: "Resolve" })).toBeVisible();
});

test("a moderator bans the author from the forum", async () => {
  signIn({}, [7]);
  aQueue(report());
  answer("get", "/api/people/{username}", profile({ id: 9, username: "bob" }));
  const bans = answer("put", "/api/forums/{id}/bans/{userId}", forumBan());
  const { user } = visit("/moderation/queue");
  await screen.findByRole("button", { name: "Ban" });
  await user.keyboard("b");
  const dialog = within(await screen.findByRole("dialog", { name: "Ban bob from this forum?" }));
  await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "Seeds");
  await user.click(dialog.getByRole("button", { name: "Ban" }));
  expect(await screen.findByText("bob is banned from this forum.")).toBeVisible();
  expect(bans[0]?.url.pathname).toBe("/api/forums/7/bans/9");
  expect(await bans[0]?.body).toEqual({ reason: "Seeds" });
});

test("on a phone the list leads to the report and the decision back", async () => {
  setWidth(390);
  signIn({}, [7]);
  aQueue(report());
  const { user, address } = visit("/moderation/queue");
  await user.click(await screen.findByRole("link", { name: "Buy my seeds" }));
  expect(address()).toBe("/moderation/queue?report=5");
  await waitFor(() => expect(screen.queryByRole("list", { name: "Reports" })).toBeNull());
  const rejected = report({ state: "rejected", decidedAt: THEN });
  answer("put", "/api/reports/{id}", rejected);
  answer("get", "/api/reports", []);
  await user.click(await screen.findByRole("button", { name: "Reject" }));
  expect(await screen.findByText("No open reports.")).toBeVisible();
  expect(address()).toBe("/moderation/queue");
  expect(screen.getByRole("heading", { name: "Reports" })).toHaveFocus();
});

test("open reports are counted in the bar, and the queue follows the stream", async () => {
  const { follows, send } = liveServer();
  signIn({}, [7]);
  aQueue(report());
  visit("/moderation/queue");
  await screen.findByRole("link", { name: "Buy my seeds" });
  await follows();
  expect(screen.queryByRole("link", { name: /^Reports,/ })).toBeNull();
  const another = {
    kind: "post",
    id: 12,
    excerpt: "Me too",
    username: "bob",
    forum: 7,
    post: 12,
    removed: false,
  };
  aQueue(report(), report({ id: 6, target: another }));
  await send("unread", { notifications: 0, messages: 0, reports: 2 });
  expect(await screen.findByRole("link", { name: "Reports, 2 open" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Me too" })).toBeVisible();
});

test.each([
  ["Approve", "resolved", "Approved."],
  ["Remove", "rejected", "Removed."],
] as const)("a moderator presses %s on a held post", async (name, state, said) => {
  signIn({}, [7]);
  const reasons = { spam: 0, abuse: 0, "off-topic": 0, illegal: 0, other: 0 };
  const held = report({ kind: "held", reasons, notes: [], count: 0 });
  aQueue(held);
  const calls = answer("put", "/api/reports/{id}", { ...held, state, decidedAt: THEN });
  const { user } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(await card.findByText("Awaiting approval")).toBeVisible();
  expect(card.queryByText(/reported|0 reports/)).toBeNull();
  for (const other of ["Resolve", "Reject"])
    expect(card.queryByRole("button", { name: other })).toBeNull();
  await user.type(card.getByRole("textbox", { name: "Note on the decision" }), "Links");
  await user.click(card.getByRole("button", { name }));
  expect(await screen.findByText(said)).toBeVisible();
  expect(calls[0]?.body).toEqual({ state, note: "Links" });
});

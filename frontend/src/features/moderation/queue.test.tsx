import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { setWidth } from "../../../test/browser";
import { post, reply, report, signIn } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { answer, refuse } from "../../../test/server";
import { aQueue } from "../../../test/queue";
import { activateCatalog } from "../../i18n";
import { loadCatalog } from "../../locale";

const THEN = "2026-11-19T10:58:00.123Z";

test("a moderator sees that another one has decided", async () => {
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

test("keys walk the queue, remove content and show the next report", async () => {
  signIn({}, [7]);
  const inReply = {
    kind: "reply",
    id: 21,
    excerpt: "Nineteen",
    username: "bob",
    forum: 7,
    post: 11,
    removed: false,
    reported: [],
  };
  aQueue(report(), report({ id: 6, target: inReply }));
  const ancestors = [reply({ id: 20, description_html: "<p>How many?</p>" })];
  const asked = answer(
    "get",
    "/api/replies/{id}",
    reply({ id: 21, respondsTo: 20, description_html: "<p>Nineteen</p>", ancestors }),
  );
  const removals = answer("delete", "/api/replies/{id}", null, { status: 204 });
  const decisions = answer("put", "/api/reports/{id}", report());
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
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Report resolved.")).toBeVisible();
  expect(removals[0]?.url.search).toBe("?reason=Numbers");
  // The removal resolves the report.
  expect(decisions).toHaveLength(0);
  await waitFor(() => expect(address()).toBe("/moderation/queue?report=5"));
  expect(document.activeElement).toHaveTextContent("Buy my seeds");
});

test("the note of a decision is offered as the reason of the removal", async () => {
  signIn({}, [7]);
  aQueue(report());
  const removals = answer("delete", "/api/posts/{id}/delete", null, { status: 204 });
  const { user } = visit("/moderation/queue");
  await user.type(await screen.findByRole("textbox", { name: "Note on the decision" }), "An ad");
  await user.click(screen.getByRole("button", { name: "Remove" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("textbox", { name: "Reason (optional)" })).toHaveValue("An ad");
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Report resolved.")).toBeVisible();
  expect(removals[0]?.url.search).toBe("?reason=An%20ad");
  expect(localStorage.getItem("draft:1:decision-5")).toBeNull();
});

const asReported = (text: string) => ({
  at: THEN,
  title: "First tomatoes",
  text,
  excerpt: text,
});

test("what was reported stands beside what it says today", async () => {
  signIn({}, [7]);
  const reported = [asReported("Buy my seeds"), asReported(post().description)];
  aQueue(report({ target: { ...report().target, reported } }));
  visit("/moderation/queue");
  const evidence = await screen.findByRole("region", { name: "As reported" });
  expect(evidence).toHaveTextContent("Buy my seeds");
});

test("what was reported is shown when it is gone", async () => {
  signIn({}, [7]);
  const gone = { post: null, excerpt: "", reported: [asReported("Buy my seeds")] };
  const closed = { state: "resolved", decidedAt: THEN } as const;
  aQueue(report({ target: { ...report().target, ...gone }, ...closed }));
  visit("/moderation/queue?state=resolved&report=5");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(await card.findByText("This content was deleted.")).toBeVisible();
  expect(card.getByRole("region", { name: "As reported" })).toHaveTextContent("Buy my seeds");
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

test("the bar counts open reports, and the queue is live", async () => {
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
    reported: [],
  };
  aQueue(report(), report({ id: 6, target: another }));
  await send("unread", { notifications: 0, messages: 0, reports: 2 });
  expect(await screen.findByRole("link", { name: "Reports, 2 open" })).toBeVisible();
  expect(await screen.findByRole("link", { name: "Me too" })).toBeVisible();
});

test("in German, nouns differ from verbs", async () => {
  activateCatalog(await loadCatalog("de"));
  signIn({}, [7]);
  setWidth(390);
  aQueue(report({ target: { ...report().target, kind: "reply" } }));
  visit("/moderation/queue");
  expect(await screen.findByRole("link", { name: "Offen" })).toBeVisible();
  expect(within(await screen.findByRole("article")).getByText("Antwort")).toBeVisible();
  activateCatalog(await loadCatalog("en"));
});

test("other texts of a deleted account are removed with a reason", async () => {
  signIn({}, [7]);
  aQueue(report({ sameAuthor: 9 }));
  const { user } = visit("/moderation/queue");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  const words = "The author deleted the account and left 9 more posts and replies.";
  expect(await card.findByText(words)).toBeVisible();
  const asked = answer("post", "/api/reports/{id}/remove-same-author", { removed: 9 });
  await user.click(card.getByRole("button", { name: "Remove them" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByRole("textbox"), "An ad");
  aQueue(report());
  await user.click(dialog.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("9 texts removed.")).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ reason: "An ad" }]);
  await waitFor(() => expect(card.queryByText(words)).toBeNull());
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { forum, forumBan, member, profile, report, signIn } from "../../../test/fixtures";
import { answer, unreachable } from "../../../test/server";
import { aQueue } from "../../../test/queue";

const THEN = "2026-11-19T10:58:00.123Z";

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
  const note = screen.getByRole("textbox", { name: "Note on the decision" });
  expect(note).toHaveAccessibleDescription(
    "The members who reported it see this note as the reason.",
  );
  await user.type(note, "Fine");
  expect(localStorage.getItem("draft:1:decision-5")).toContain("Fine");
  await user.click(screen.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Report rejected.")).toBeVisible();
  expect(localStorage.getItem("draft:1:decision-5")).toBeNull();
  expect(await calls[0]?.body).toEqual({ state: "in-progress", note: null });
});

test("a decision refreshes the log", async () => {
  signIn({}, [7]);
  aQueue(report());
  const logs = answer("get", "/api/modlog", []);
  const { user, router } = visit("/modlog");
  await screen.findByText("Wow, such empty!");
  await router.navigate("/moderation/queue");
  const rejected = report({ state: "rejected", decidedAt: THEN });
  answer("put", "/api/reports/{id}", rejected);
  await user.click(await screen.findByRole("button", { name: "Reject" }));
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
  expect(card.getByText("Spam")).toBeVisible();
  expect(card.getByText("Spam").parentElement).toHaveTextContent(/^Banned: Spam$/);
  expect(card.getByText("Appeal")).toBeVisible();
  expect(card.getByText(/It was my brother/)).toBeVisible();
  expect(card.getByRole("button", { name: "Keep the ban" })).toBeVisible();
  for (const name of ["Remove", "Ban"]) expect(card.queryByRole("button", { name })).toBeNull();
  const calls = answer("put", "/api/reports/{id}", report({ state: "resolved" }));
  await user.click(card.getByRole("button", { name: "Unban" }));
  await waitFor(() => expect(calls[0]?.body).toEqual({ state: "resolved", note: null }));
});

test("a decided appeal says what the ban was for", async () => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const person = { kind: "member", id: 2, excerpt: "Spam", forum: null, post: null };
  const target = { ...report().target, ...person };
  aQueue(report({ kind: "appeal", state: "resolved", decidedAt: THEN, target }));
  visit("/moderation/queue?state=resolved");
  const card = within(await screen.findByRole("region", { name: "Report" }));
  expect(card.getByText("Spam")).toBeVisible();
  expect(card.getByText("Spam").parentElement).toHaveTextContent(/^Banned: Spam$/);
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
  expect(card.getByText("Spam")).toBeVisible();
  expect(card.getByText("Spam").parentElement).toHaveTextContent(/^Banned: Spam$/);
  expect(card.getByRole("button", { name: "Unban" })).toBeVisible();
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
  // For good only if that is chosen.
  expect(await bans[0]?.body).toEqual({ reason: "Seeds", days: 7 });
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
  if (name === "Remove") await confirmed(user, /^Remove this/, name);
  expect(await screen.findByText(said)).toBeVisible();
  expect(calls[0]?.body).toEqual({ state, note: "Links" });
});

async function confirmed(user: ReturnType<typeof visit>["user"], name: RegExp, action: string) {
  const dialog = await screen.findByRole("dialog", { name });
  await user.click(within(dialog).getByRole("button", { name: action }));
}

test.each(["appeal", "held", "report"] as const)(
  "Enter in the note decides no %s",
  async (kind) => {
    signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
    aQueue(report({ kind }));
    answer("get", "/forums/{id}", forum());
    const calls = answer("put", "/api/reports/{id}", report({ kind, decidedAt: THEN }));
    const { user } = visit("/moderation/queue");
    const note = await screen.findByRole("textbox", { name: "Note on the decision" });
    await user.type(note, "It was a mistake{Enter}");
    expect(note).toHaveValue("It was a mistake");
    expect(calls).toHaveLength(0);
  },
);

test("x rejects reports only; d removes what is held, after a question", async () => {
  signIn({}, [7]);
  const held = report({ kind: "held" });
  aQueue(held);
  const rejected = { ...held, state: "rejected", decidedAt: THEN } as const;
  const calls = answer("put", "/api/reports/{id}", rejected);
  const { user } = visit("/moderation/queue");
  await screen.findByRole("button", { name: "Remove" });
  await user.keyboard("x");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("d");
  await confirmed(user, /^Remove this/, "Remove");
  expect(await screen.findByText("Removed.")).toBeVisible();
  expect(calls).toHaveLength(1);
});

test.each([
  ["a", "Unban", "resolved", "Appeal accepted."],
  ["x", "Keep the ban", "rejected", "Appeal rejected."],
] as const)("%s on an appeal (%s) says that it was %s", async (key, name, state, said) => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const appeal = report({ kind: "appeal" });
  aQueue(appeal);
  answer("get", "/forums/{id}", forum());
  answer("put", "/api/reports/{id}", { ...appeal, state, decidedAt: THEN });
  const { user } = visit("/moderation/queue");
  await screen.findByRole("button", { name });
  await user.keyboard(key);
  expect(await screen.findByText(said)).toBeVisible();
});

test.each([
  ["Assign to me", "open", "Couldn't assign the report. Try again."],
  ["Unassign", "in-progress", "Couldn't unassign the report. Try again."],
] as const)("%s says in its own words that it failed", async (name, state, said) => {
  signIn({}, [7]);
  aQueue(report({ state, assignee: state === "open" ? null : "ada" }));
  unreachable("put", "/api/reports/{id}");
  const { user } = visit("/moderation/queue");
  await user.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText(said)).toBeVisible();
});

test("the keyboard shortcuts say what a does, also to what is held", async () => {
  signIn({}, [7]);
  aQueue(report({ kind: "held" }));
  const { user } = visit("/moderation/queue");
  await screen.findByRole("button", { name: "Approve" });
  await user.keyboard("?");
  const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(dialog.getByText("Resolve or approve")).toBeVisible();
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { logEntry, member, post, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import type { LogEntry } from "../../api/types";
import { actionNames } from "./logActions";

const BOB: LogEntry["target"] = { kind: "member", id: 2, post: null, title: null, username: "bob" };
const POST = logEntry().target!;
const REPLY: LogEntry["target"] = { ...POST, kind: "reply", id: 21 };
const FORUM: LogEntry["target"] = { ...BOB, kind: "forum", id: 7 };
const GONE = { title: null };
const NO_FORUM = { id: 7, topic: null };

const SENTENCES: [Partial<LogEntry>, string][] = [
  [{ action: "promoted", target: BOB, forum: null }, "ada made bob an admin"],
  [{ action: "promoted", target: BOB, by: null }, "The operator made bob an admin"],
  [{ action: "demoted", target: BOB, forum: null }, "ada removed bob as an admin"],
  [{ action: "moderator-added", target: BOB }, "ada made bob a moderator of Gardening"],
  [{ action: "moderator-removed", target: BOB }, "ada removed bob as a moderator of Gardening"],
  [
    { action: "moderator-removed", target: BOB, forum: NO_FORUM },
    "ada removed bob as a moderator of a deleted forum",
  ],
  [{ action: "banned", target: BOB, forum: null }, "ada banned bob"],
  [{ action: "unbanned", target: BOB, forum: null }, "ada unbanned bob"],
  [{ action: "forum-banned", target: BOB }, "ada banned bob from Gardening"],
  [{ action: "forum-unbanned", target: BOB }, "ada unbanned bob in Gardening"],
  [
    { action: "unbanned", target: { ...BOB, username: null }, forum: null },
    "ada unbanned [deleted]",
  ],
  [
    { action: "post-deleted", target: { ...POST, ...GONE } },
    "ada removed a post by bob in Gardening",
  ],
  [
    { action: "post-deleted", target: { ...POST, ...GONE }, forum: NO_FORUM },
    "ada removed a post by bob",
  ],
  [
    { action: "reply-deleted", target: REPLY },
    "ada removed a reply by bob to First tomatoes in Gardening",
  ],
  [
    { action: "reply-deleted", target: { ...REPLY, ...GONE } },
    "ada removed a reply by bob in Gardening",
  ],
  [{ action: "post-restored" }, "ada restored First tomatoes in Gardening"],
  [
    { action: "reply-restored", target: REPLY },
    "ada restored a reply by bob to First tomatoes in Gardening",
  ],
  [{ action: "forum-edited", target: FORUM }, "ada edited Gardening"],
  [{ action: "forum-deleted", target: FORUM, forum: NO_FORUM }, "ada deleted a forum by bob"],
  [{ action: "post-locked" }, "ada locked First tomatoes in Gardening"],
  [{ action: "post-unlocked" }, "ada unlocked First tomatoes in Gardening"],
  [{ action: "post-pinned" }, "ada pinned First tomatoes in Gardening"],
  [{ action: "post-unpinned" }, "ada unpinned First tomatoes in Gardening"],
  [{ action: "report-resolved" }, "ada resolved a report about First tomatoes in Gardening"],
  [
    { action: "report-resolved", target: { ...POST, ...GONE } },
    "ada resolved a report about a post by bob in Gardening",
  ],
  [
    { action: "report-resolved", target: REPLY },
    "ada resolved a report about a reply by bob to First tomatoes in Gardening",
  ],
  [
    { action: "report-rejected", target: { ...REPLY, ...GONE } },
    "ada rejected a report about a reply by bob in Gardening",
  ],
  [
    { action: "report-rejected", target: null, forum: null },
    "ada rejected an appeal or a report about a message",
  ],
  [{ action: "report-rejected", target: BOB, forum: null }, "ada rejected a report about bob"],
  [{ action: "forum-rules-changed" }, "ada changed the rules of Gardening"],
  [{ action: "site-changed", target: null, forum: null }, "ada changed the settings of the site"],
  [{ action: "invite-created", target: null, forum: null }, "ada created an invitation"],
];

test("the sentences are of all actions", () => {
  const told = new Set(SENTENCES.map(([{ action }]) => action));
  expect([...told].toSorted()).toEqual(Object.keys(actionNames()).toSorted());
});

test.each(SENTENCES)("%j reads %s", async (change, sentence) => {
  answer("get", "/api/modlog", [logEntry(change)]);
  visit("/modlog");
  const article = await screen.findByRole("article");
  expect(article.querySelector("p")?.textContent).toBe(sentence);
});

test("an action of a newer server leaves the rest of its entry", async () => {
  answer("get", "/api/modlog", [logEntry({ action: "praised", reason: "Well grown" })]);
  visit("/modlog");
  expect(await screen.findByText("Well grown")).toBeVisible();
  expect(screen.getByRole("link", { name: "ada" })).toBeVisible();
});

test("visitors see who, what, where, why, and that it was undone", async () => {
  const undone = new Date().toISOString();
  answer("get", "/api/modlog", [
    logEntry({ action: "reply-deleted", target: REPLY, reason: "Off topic", undone }),
  ]);
  visit("/modlog");
  const href = async (name: string) =>
    (await screen.findByRole("link", { name })).getAttribute("href");
  expect(await href("ada")).toBe("/u/ada");
  expect(await href("bob")).toBe("/u/bob");
  expect(await href("First tomatoes")).toBe("/posts/11#reply-21");
  expect(await href("Gardening")).toBe("/forums/7");
  expect(screen.getByText("Off topic")).toBeVisible();
  expect(screen.getByText(/^Reverted/)).toHaveTextContent("Reverted a few seconds ago");
});

test("a moderator restores what was removed, with a reason", async () => {
  signIn({}, [7]);
  const at = new Date().toISOString();
  const removed = [
    logEntry({ id: 1, at, action: "post-deleted", target: { ...POST, ...GONE } }),
    logEntry({ id: 2, at, action: "reply-deleted", target: REPLY, undone: at }),
    logEntry({ id: 3, action: "post-deleted", at: "2020-01-01T00:00:00.000Z" }),
    logEntry({ id: 4, at, action: "post-deleted", forum: { id: 8, topic: "Cars" } }),
  ];
  const log = answer("get", "/api/modlog", removed);
  refuse("post", "/api/posts/{id}/restore", 404, { detail: "There is no such post." });
  const { user } = visit("/modlog");
  await screen.findAllByRole("article");
  expect(screen.getAllByRole("button", { name: "Restore" })).toHaveLength(1);
  const restore = async () => {
    await user.click(screen.getByRole("button", { name: "Restore" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Restore this post?" }));
    await user.type(dialog.getByRole("textbox", { name: "Reason (optional)" }), "No spam.");
    await user.click(dialog.getByRole("button", { name: "Restore" }));
  };
  await restore();
  expect(await screen.findByText("Couldn't restore it. It may be gone for good.")).toBeVisible();
  const calls = answer("post", "/api/posts/{id}/restore", post());
  const asked = log.length;
  await restore();
  expect(await screen.findByText("Post restored.")).toBeVisible();
  expect(await calls[0]?.body).toEqual({ reason: "No spam." });
  await waitFor(() => expect(log.length).toBeGreaterThan(asked));
});

test("nobody else is offered to restore", async () => {
  signIn({}, []);
  answer("get", "/api/modlog", [
    logEntry({ at: new Date().toISOString(), action: "reply-deleted", target: REPLY }),
  ]);
  visit("/modlog");
  await screen.findByRole("article");
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

type Undone = [
  entry: Partial<LogEntry>,
  button: string,
  question: string | undefined,
  call: ["put" | "delete", string],
  body?: object,
];
const UNDO: Undone[] = [
  [{ action: "banned", target: BOB, forum: null }, "Unban", "Unban bob?", ["put", "/user/2/unban"]],
  [
    { action: "promoted", target: BOB, forum: null },
    "Demote",
    "Demote bob? They will no longer be an admin.",
    ["put", "/moderation/user/2/demote"],
  ],
  [
    { action: "forum-banned", target: BOB },
    "Unban",
    "Unban bob from this forum?",
    ["delete", "/api/forums/7/bans/2"],
  ],
  [
    { action: "moderator-added", target: BOB },
    "Remove",
    "Remove bob as a moderator?",
    ["delete", "/moderation/forum/7/moderators/2"],
  ],
  [
    { action: "post-locked" },
    "Unlock",
    undefined,
    ["put", "/api/posts/11/lock"],
    { locked: false },
  ],
  [{ action: "post-pinned" }, "Unpin", undefined, ["put", "/api/posts/11/pin"], { pinned: false }],
];

/** Answers every call that undoes an action. */
function undoing() {
  return [
    answer("put", "/user/{id}/unban", member()),
    answer("put", "/moderation/user/{id}/demote", member()),
    answer("delete", "/api/forums/{id}/bans/{userId}", null, { status: 204 }),
    answer("delete", "/moderation/forum/{forumId}/moderators/{userId}", null, { status: 204 }),
    answer("put", "/api/posts/{id}/lock", post()),
    answer("put", "/api/posts/{id}/pin", post()),
  ];
}

test.each(UNDO)("%j is undone by %s", async (change, button, question, [method, path], body) => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  const calls = undoing();
  answer("get", "/api/modlog", () => {
    const isUndone = calls.flat().length > 0;
    return [logEntry({ ...change, undone: isUndone ? new Date().toISOString() : null })];
  });
  const { user } = visit("/modlog");
  await user.click(await screen.findByRole("button", { name: button }));
  if (question) {
    const dialog = within(await screen.findByRole("dialog", { name: question }));
    await user.click(dialog.getByRole("button", { name: button }));
  }
  expect(await screen.findByText(/^Reverted/)).toBeVisible();
  const [call, ...more] = calls.flat();
  expect(more).toEqual([]);
  expect(call).toMatchObject({ method: method.toUpperCase(), ...(body && { body }) });
  expect(call?.url.pathname).toBe(path);
  expect(screen.queryByRole("button", { name: button })).toBeNull();
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
});

test("a refused undo shows the server's reason", async () => {
  signIn({}, [7]);
  answer("get", "/api/modlog", [logEntry({ action: "post-pinned" })]);
  refuse("put", "/api/posts/{id}/pin", 404, { detail: "There is no such post." });
  const { user } = visit("/modlog");
  await user.click(await screen.findByRole("button", { name: "Unpin" }));
  expect(await screen.findByText("There is no such post.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Unpin" })).toHaveFocus();
});

test("acts are undone by those who may, where they are in force", async () => {
  signIn({}, [7]);
  const at = new Date().toISOString();
  const other = { id: 8, topic: "Cars" };
  answer("get", "/api/modlog", [
    ...UNDO.map(([change], index) => logEntry({ ...change, id: index, forum: other })),
    ...UNDO.map(([change], index) => logEntry({ ...change, id: 20 + index, undone: at })),
    logEntry({ id: 40, target: { ...POST, ...GONE } }),
    logEntry({ id: 41, action: "banned", target: BOB, forum: null }),
  ]);
  visit("/modlog");
  await screen.findAllByRole("article");
  for (const article of screen.getAllByRole("article"))
    expect(within(article).queryByRole("button")).toBeNull();
});

test("the filters are in the address", async () => {
  const calls = answer("get", "/api/modlog", [logEntry()]);
  const { user, address } = visit("/modlog");
  await screen.findByRole("article");
  expect(calls[0]?.url.search).toBe("");
  await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "Post locked");
  expect(address()).toBe("/modlog?action=post-locked");
  await user.type(screen.getByRole("searchbox", { name: "Username" }), " ada {Enter}");
  expect(address()).toBe("/modlog?action=post-locked&user=ada");
  await waitFor(() => expect(calls.at(-1)?.url.search).toBe("?user=ada&action=post-locked"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Action" }), "All actions");
  await user.click(screen.getByRole("button", { name: "Clear Search" }));
  expect(address()).toBe("/modlog");
});

test("an address filters, and unknown values of it do not", async () => {
  const calls = answer("get", "/api/modlog", [logEntry()]);
  const { user, address } = visit("/modlog?forum=7&action=praised&user=");
  await screen.findByRole("article");
  expect(calls.map(({ url }) => url.search)).toEqual(["?forum=7"]);
  expect(screen.getByText(/^Only in/)).toHaveTextContent("Only in Gardening");
  await user.click(screen.getByRole("link", { name: "Show all forums" }));
  expect(address()).toBe("/modlog?action=praised&user=");
  await waitFor(() => expect(screen.queryByText(/^Only in/)).toBeNull());
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

test.each([
  ["/modlog", "What moderators and admins do shows up here."],
  ["/modlog?user=nobody", "Nothing in the log matches."],
])("%s without entries says so", async (address, text) => {
  answer("get", "/api/modlog", []);
  visit(address);
  expect(await screen.findByText(text)).toBeVisible();
});

test("a log that does not load says so and can be retried", async () => {
  refuse("get", "/api/modlog", 422);
  const { user } = visit("/modlog");
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByText("Couldn't load the moderation log. Try again.")).toBeVisible();
  answer("get", "/api/modlog", [logEntry()]);
  await user.click(retry);
  expect(await screen.findByRole("article")).toBeVisible();
});

test("the queue leads to the log", async () => {
  signIn({}, [7]);
  answer("get", "/api/reports", []);
  answer("get", "/api/modlog", [logEntry()]);
  const { user, address } = visit("/moderation/queue");
  await user.click(await screen.findByRole("link", { name: "Moderation log" }));
  await waitFor(() => expect(address()).toBe("/modlog"));
});

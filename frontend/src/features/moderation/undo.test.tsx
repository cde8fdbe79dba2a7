import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { logEntry, member, post, signIn } from "../../../test/fixtures";
import { answer, refuse, unreachable } from "../../../test/server";
import type { LogEntry } from "../../api/types";

const POST = logEntry().target!;
const REPLY: LogEntry["target"] = { ...POST, kind: "reply", id: 21 };
const GONE = { title: null };
const BOB: LogEntry["target"] = { kind: "member", id: 2, post: null, title: null, username: "bob" };

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
  await user.click(screen.getByRole("button", { name: "Restore" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Restore this post?" }));
  const reason = dialog.getByRole("textbox", { name: "Reason (optional)" });
  await user.type(reason, "No spam.");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Couldn't restore it. It may be gone for good.")).toBeVisible();
  const calls = answer("post", "/api/posts/{id}/restore", post());
  const asked = log.length;
  expect(reason).toHaveValue("No spam.");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Post restored.")).toBeVisible();
  expect(await calls[0]?.body).toEqual({ reason: "No spam." });
  await waitFor(() => expect(log.length).toBeGreaterThan(asked));
});

test("a typed reason stays in the dialog while offline", async () => {
  signIn({}, [7]);
  answer("get", "/api/modlog", [
    logEntry({ at: new Date().toISOString(), action: "post-deleted" }),
  ]);
  const { user } = visit("/modlog");
  await user.click(await screen.findByRole("button", { name: "Restore" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Restore this post?" }));
  const reason = dialog.getByRole("textbox", { name: "Reason (optional)" });
  await user.type(reason, "No spam.");
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  unreachable("post", "/api/posts/{id}/restore");
  await user.click(dialog.getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("You're offline. Your text is kept.")).toBeVisible();
  expect(reason).toHaveValue("No spam.");
});

test("only moderators see Restore", async () => {
  signIn({}, []);
  answer("get", "/api/modlog", [
    logEntry({ at: new Date().toISOString(), action: "reply-deleted", target: REPLY }),
  ]);
  visit("/modlog");
  await screen.findByRole("article");
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});

type UndoCase = [
  entry: Partial<LogEntry>,
  button: string,
  question: string | undefined,
  call: ["put" | "delete", string],
  body?: object,
];
const UNDO: UndoCase[] = [
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
  const name = question ? `${button} bob` : button;
  await user.click(await screen.findByRole("button", { name }));
  if (question) {
    const dialog = within(await screen.findByRole("dialog", { name: question }));
    await user.click(dialog.getByRole("button", { name: button }));
  }
  expect(await screen.findByText(/^Reverted/)).toBeVisible();
  const [call, ...more] = calls.flat();
  expect(more).toEqual([]);
  expect(call).toMatchObject({ method: method.toUpperCase(), ...(body && { body }) });
  expect(call?.url.pathname).toBe(path);
  expect(screen.queryByRole("button", { name })).toBeNull();
  await waitFor(() => expect(document.activeElement?.closest("article")).not.toBeNull());
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

test("only moderators of the forum can undo actions in force", async () => {
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

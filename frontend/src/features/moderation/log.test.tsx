import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { logEntry, signIn } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import type { LogEntry } from "../../api/types";
import { actionNames } from "./logActions";

const BOB: LogEntry["target"] = { kind: "member", id: 2, post: null, title: null, username: "bob" };
const ADA: LogEntry["target"] = { ...BOB, id: 1, username: "ada" };
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
  [{ action: "version-hidden" }, "ada hid a version of First tomatoes in Gardening"],
  [
    { action: "same-author-removed", texts: 9 },
    "ada removed 9 more texts by the author of First tomatoes in Gardening",
  ],
  [
    { action: "reply-restored", target: REPLY },
    "ada restored a reply by bob to First tomatoes in Gardening",
  ],
  [{ action: "forum-edited", target: FORUM }, "ada edited Gardening"],
  [{ action: "forum-deleted", target: FORUM, forum: NO_FORUM }, "ada deleted a forum by bob"],
  [{ action: "forum-deleted", target: FORUM }, "ada deleted Gardening"],
  [{ action: "post-locked" }, "ada locked First tomatoes in Gardening"],
  [{ action: "post-unlocked" }, "ada unlocked First tomatoes in Gardening"],
  [{ action: "post-pinned" }, "ada pinned First tomatoes in Gardening"],
  [{ action: "post-unpinned" }, "ada unpinned First tomatoes in Gardening"],
  [{ action: "post-approved" }, "ada approved a post by bob: First tomatoes in Gardening"],
  [
    { action: "post-approved", target: { ...POST, ...GONE } },
    "ada approved a post by bob in Gardening",
  ],
  [
    { action: "reply-approved", target: REPLY },
    "ada approved a reply by bob to First tomatoes in Gardening",
  ],
  [{ action: "appeal-accepted", target: null, forum: null }, "ada accepted an appeal"],
  [{ action: "appeal-rejected", target: null, forum: null }, "ada rejected an appeal"],
  [{ action: "invite-revoked", target: null, forum: null }, "ada revoked an invitation"],
  [{ action: "invite-revoked", target: null }, "ada revoked an invitation to Gardening"],
  [{ action: "appeal-reopened", target: null, forum: null }, "ada reopened an appeal"],
  [{ action: "held-again" }, "ada held First tomatoes in Gardening for approval again"],
  [{ action: "report-reopened" }, "ada reopened a report about First tomatoes in Gardening"],
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
  [{ action: "report-rejected", target: null, forum: null }, "ada rejected a private report"],
  [{ action: "report-rejected", target: BOB, forum: null }, "ada rejected a report about bob"],
  [{ action: "forum-member-added", target: BOB }, "ada added bob to Gardening"],
  [{ action: "forum-member-added", target: ADA }, "ada joined Gardening"],
  [{ action: "forum-member-removed", target: BOB }, "ada removed bob from Gardening"],
  [{ action: "forum-member-removed", target: ADA }, "ada left Gardening"],
  [{ action: "forum-invite-created", target: null }, "ada created an invitation to Gardening"],
  [{ action: "forum-invites-ended", target: null }, "ada ended the invitations to Gardening"],
  [{ action: "forum-visibility-changed" }, "ada changed who can read Gardening"],
  [{ action: "forum-rules-changed" }, "ada changed the rules of Gardening"],
  [{ action: "site-changed", target: null, forum: null }, "ada changed the settings of the site"],
  [{ action: "invite-created", target: null, forum: null }, "ada created an invitation"],
];

test("every action has a sentence", () => {
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

test("visitors see all details of an entry", async () => {
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

test("the filters are in the URL", async () => {
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

test("unknown filters in the URL are ignored", async () => {
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

test("a log that fails to load has a Retry button", async () => {
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

test("the log marks a closed forum wherever it names it", async () => {
  signIn();
  const closed = { id: 7, topic: "Staff", visibility: "private" } as const;
  // Nobody knows any more who could read a deleted one.
  const named = SENTENCES.filter(
    ([{ action, forum }]) => forum === undefined && action !== "forum-deleted",
  );
  answer(
    "get",
    "/api/modlog",
    named.map(([change], id) => logEntry({ ...change, id, forum: closed })),
  );
  visit("/modlog?forum=7");
  // The entries and the forum come with requests of their own.
  await waitFor(() =>
    expect(screen.getByText(/^Only in/).parentElement).toHaveTextContent("Only in Staff Private"),
  );
  const articles = await screen.findAllByRole("article");
  expect(articles).toHaveLength(named.length);
  const unmarked = articles
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes("Staff") !== text.includes("Private"));
  expect(unmarked).toEqual([]);
});

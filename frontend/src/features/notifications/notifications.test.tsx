import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { visit } from "../../../test/app";
import { addToHead } from "../../../test/browser";
import { forum, notification, post, signIn } from "../../../test/fixtures";
import { liveServer } from "../../../test/live";
import { answer, refuse, unreachable } from "../../../test/server";
import type { Notification } from "../../api/types";

const icon = () => document.querySelector<HTMLLinkElement>("link[rel=icon]");
const row = (name: RegExp) => screen.getByRole("link", { name }).closest("article")!;

/** Forums, with so much unread. */
function withUnread(notifications: number, messages = 0) {
  signIn();
  addToHead('<link rel="icon" type="image/svg+xml" href="/favicon.svg">');
  answer("get", "/api/unread", { notifications, messages, reports: 0 });
  answer("get", "/forums", []);
  return visit("/forums");
}

function atNotifications(items: Notification[], address = "/notifications") {
  signIn();
  const calls = answer("get", "/api/notifications", items);
  return { ...visit(address), calls };
}

test("bell, messages, title and icon say what is unread", async () => {
  withUnread(2, 3);
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Messages 3 unread" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("(5) Forums · POST-UP"));
  expect(icon()?.getAttribute("href")).toBe("/images/unread-5.svg");
});

test("nothing unread is not counted", async () => {
  withUnread(0);
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Messages" })).toBeVisible();
  expect(document.title).toBe("Forums · POST-UP");
  expect(icon()?.getAttribute("href")).toBe("/favicon.svg");
});

test("the counts follow the stream", async () => {
  const { follows, send } = liveServer();
  withUnread(0);
  await follows();
  await send("unread", { notifications: 12, messages: 0, reports: 0 });
  expect(await screen.findByRole("button", { name: "Notifications, 12 unread" })).toBeVisible();
  await waitFor(() => expect(document.title).toBe("(12) Forums · POST-UP"));
  expect(icon()?.getAttribute("href")).toBe("/images/unread-10.svg");
});

test("a server without notifications shows no error", async () => {
  signIn();
  refuse("get", "/api/unread", 404);
  answer("get", "/forums", []);
  visit("/forums");
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the bell shows the latest ten and marks the unread", async () => {
  const calls = answer("get", "/api/notifications", [
    notification(),
    notification({ id: 40, read: true, kind: "mention" }),
  ]);
  const { user, address } = withUnread(1);
  await user.click(await screen.findByRole("button", { name: "Notifications, 1 unread" }));
  const list = await screen.findByRole("list", { name: "Latest notifications" });
  expect(calls[0]?.url.searchParams.get("limit")).toBe("10");
  const [unread, read] = within(list).getAllByRole("article");
  expect(within(unread!).getByText("Unread:")).toBeInTheDocument();
  expect(within(read!).queryByText("Unread:")).toBeNull();
  await user.click(screen.getByRole("link", { name: "All notifications" }));
  await waitFor(() => expect(address()).toBe("/notifications"));
  expect(screen.queryByRole("list", { name: "Latest notifications" })).toBeNull();
});

test("following a notification marks it as read", async () => {
  const marked = answer("put", "/api/notifications/{id}/read", null, { status: 204 });
  answer("get", "/api/posts/{id}", post());
  answer("get", "/api/posts/{postId}/replies", []);
  refuse("get", "/api/replies/{id}", 404);
  const { user, address } = atNotifications([notification()]);
  await user.click(
    await screen.findByRole("link", { name: "bob replied to you in “First tomatoes”" }),
  );
  await waitFor(() => expect(marked).toHaveLength(1));
  expect(marked[0]?.url.searchParams.get("upTo")).toBe(notification().updatedAt);
  await waitFor(() => expect(address()).toBe("/posts/11#reply-21"));
});

test("one is marked as read where it stands", async () => {
  answer("put", "/api/notifications/{id}/read", null, { status: 204 });
  const { user } = atNotifications([notification()]);
  await user.click(await screen.findByRole("button", { name: "Mark as read" }));
  await waitFor(() => expect(screen.queryByText("Unread:")).toBeNull());
});

test("all are marked as read up to the latest shown", async () => {
  const marked = answer("put", "/api/notifications/read", null, { status: 204 });
  const { user } = atNotifications([notification({ updatedAt: "2026-11-20T08:00:00Z" })]);
  await screen.findByText("Unread:");
  answer("get", "/api/notifications", [notification({ read: true })]);
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(screen.queryByText("Unread:")).toBeNull());
  expect(marked[0]?.body).toEqual({ upTo: "2026-11-20T08:00:00Z" });
});

test("unread ones on later pages can be marked as read", async () => {
  const marked = answer("put", "/api/notifications/read", null, { status: 204 });
  answer("get", "/api/unread", { notifications: 2, messages: 0, reports: 0 });
  const { user } = atNotifications([notification({ read: true })]);
  await screen.findByRole("button", { name: "Notifications, 2 unread" });
  const button = screen.getByRole("button", { name: "Mark all as read" });
  await waitFor(() => expect(button).toHaveAttribute("aria-disabled", "false"));
  answer("get", "/api/unread", { notifications: 0, messages: 0, reports: 0 });
  await user.click(button);
  await waitFor(() => expect(marked).toHaveLength(1));
  await waitFor(() => expect(button).toHaveAttribute("aria-disabled", "true"));
});

test("the filter is in the URL", async () => {
  const { user, address, calls } = atNotifications([]);
  expect(await screen.findByText("Wow, such empty!")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Unread" }));
  expect(address()).toBe("/notifications?show=unread");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("unread")).toBe("true"));
});

test("g n goes to the notifications", async () => {
  const { user, address } = withUnread(0);
  answer("get", "/api/notifications", []);
  await screen.findByRole("button", { name: "Notifications" });
  await user.keyboard("gn");
  await waitFor(() => expect(address()).toBe("/notifications"));
});

test("a post is muted with one click from its notification", async () => {
  const set = answer("put", "/api/posts/{id}/watch", { level: "muted" });
  const { user } = atNotifications([notification()]);
  await screen.findByRole("link", { name: /First tomatoes/ });
  await user.click(within(row(/First tomatoes/)).getByRole("button", { name: "Mute this post" }));
  expect(await screen.findByText("This post is muted: it won't notify you.")).toBeVisible();
  expect(set[0]?.body).toEqual({ level: "muted" });
  const mute = within(row(/First tomatoes/)).getByRole("button", { name: "Mute this post" });
  expect(mute).toHaveAttribute("aria-pressed", "true");
});

test("a row shows whether its post is watched or muted, or its forum is watched", async () => {
  signIn();
  answer("get", "/api/notifications", [
    notification({ id: 1, watch: "muted" }),
    notification({ id: 2, kind: "watched-forum", watch: "watching" }),
  ]);
  visit("/notifications");
  const pressed = async (name: string) =>
    (await screen.findByRole("button", { name })).getAttribute("aria-pressed");
  expect(await pressed("Mute this post")).toBe("true");
  expect(await pressed("Watch this post")).toBe("false");
  expect(await pressed("Watch this forum")).toBe("true");
  expect(await pressed("Mute this forum")).toBe("false");
});

test("a row shows the level that was chosen in another row of the same post", async () => {
  answer("put", "/api/posts/{id}/watch", { level: "muted" });
  const { user } = atNotifications([notification({ id: 1 }), notification({ id: 2 })]);
  await waitFor(() =>
    expect(screen.getAllByRole("button", { name: "Mute this post" })).toHaveLength(2),
  );
  answer("get", "/api/notifications", [
    notification({ id: 1, watch: "muted" }),
    notification({ id: 2, watch: "muted" }),
  ]);
  const mute = () => screen.getAllByRole("button", { name: "Mute this post" });
  await user.click(mute()[0]!);
  await waitFor(() => expect(mute()[1]).toHaveAttribute("aria-pressed", "true"));
  expect(mute()[0]).toHaveAttribute("aria-pressed", "true");
});

test("a post is watched with one click, and muted in its menu", async () => {
  signIn();
  answer("get", "/api/posts/{id}", post({ watch: "normal" }));
  answer("get", "/api/posts/{postId}/replies", []);
  const set = answer("put", "/api/posts/{id}/watch", ({ body }) => body as never);
  const { user } = visit("/posts/11");
  const watch = await screen.findByRole("button", { name: "Watch" });
  await user.click(watch);
  await waitFor(() => expect(watch).toHaveAttribute("aria-pressed", "true"));
  expect(watch).toHaveAccessibleName("Watch");
  const menu = screen.getByRole("button", { name: "More actions" });
  await user.click(menu);
  await user.click(screen.getByRole("menuitem", { name: "Mute" }));
  await waitFor(() => expect(watch).toHaveAttribute("aria-pressed", "false"));
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: "Unmute" }));
  await waitFor(() =>
    expect(set.map(({ body }) => body)).toEqual([
      { level: "watching" },
      { level: "muted" },
      { level: "normal" },
    ]),
  );
});

test("a refused watch level is rolled back with an error", async () => {
  signIn();
  answer("get", "/forums/{id}", forum({ watch: "normal" }));
  answer("get", "/api/forum/{id}/posts", []);
  refuse("put", "/api/forums/{id}/watch", 404);
  const { user } = visit("/forums/7");
  await user.click(await screen.findByRole("button", { name: "Watch" }));
  expect(await screen.findByText("Couldn't change what you watch. Try again.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Watch" })).toHaveAttribute("aria-pressed", "false");
});

test("a server without levels offers none", async () => {
  signIn();
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", []);
  visit("/forums/7");
  await screen.findByRole("button", { name: "Favorite?" });
  expect(screen.queryByRole("button", { name: "Watch" })).toBeNull();
});

test("each choice is saved at once, and taken back if refused", async () => {
  signIn();
  const settings = {
    reply: true,
    mention: true,
    watchedPost: true,
    watchedForum: true,
    autoWatch: true,
    push: true,
    mail: "off" as const,
  };
  answer("get", "/api/notifications/settings", settings);
  const saved = answer("put", "/api/notifications/settings", ({ body }) => body as never);
  const { user } = visit("/settings/notifications");
  await user.click(await screen.findByRole("checkbox", { name: "Mentions of my name" }));
  await waitFor(() => expect(saved[0]?.body).toEqual({ ...settings, mention: false }));
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  refuse("put", "/api/notifications/settings", 503);
  const replies = screen.getByRole("checkbox", { name: "Replies to what I wrote" });
  await user.click(replies);
  await screen.findByText("Couldn't save your settings. Try again.");
  expect(replies).toBeChecked();
});

test("a removal shows its reason and links to the log", async () => {
  const removed: Partial<Notification> = { kind: "moderation", act: "post-removed", post: null };
  const reason = "Off topic";
  atNotifications([notification({ ...removed, reason, actors: [], reply: null, excerpt: "" })]);
  const link = await screen.findByRole("link", { name: /A moderator removed your post/ });
  expect(link).toHaveAttribute("href", "/modlog?forum=7");
  expect(screen.getByText("Reason: Off topic")).toBeVisible();
});

test("a decided report names its post and the moderator's reason", async () => {
  const decided: Partial<Notification> = { kind: "report", act: "report-rejected", actors: [] };
  atNotifications([notification({ ...decided, reason: "It is on topic", reply: null })]);
  const sentence = "Your report about “First tomatoes” was rejected";
  expect(await screen.findByRole("link", { name: sentence })).toHaveAttribute("href", "/posts/11");
  expect(screen.getByText("Reason: It is on topic")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Watch|Mute/ })).toBeNull();
});

test("a notification that could not be marked as read is unread again", async () => {
  signIn();
  answer("get", "/api/notifications", [notification()]);
  unreachable("put", "/api/notifications/{id}/read");
  const { user } = visit("/notifications");
  await user.click(await screen.findByRole("button", { name: "Mark as read" }));
  expect(await screen.findByText("Couldn't mark it as read. Try again.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Mark as read" })).toBeVisible();
});

test("a notification marks a closed forum", async () => {
  signIn();
  const closed = { id: 7, topic: "Staff", visibility: "members" } as const;
  answer("get", "/api/notifications", [notification({ forum: closed })]);
  visit("/notifications");
  expect(await screen.findByText("Members only")).toBeVisible();
});

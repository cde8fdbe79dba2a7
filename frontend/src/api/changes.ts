import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { cancelRefetches, countReplies, patchEverywhere, patchPost } from "./cache";
import {
  forumKeys,
  keys,
  messageKeys,
  moderationKeys,
  notificationKeys,
  postKeys,
  replyKeys,
} from "./queryKeys";
import { markRemoved, patchReply } from "./replyCache";
import { isVoting, patchTally, type ThingId } from "./tallies";
import type {
  Forum,
  ForumRules,
  Message,
  Post,
  Profile,
  Reply,
  Report,
  Site,
  Unread,
  WatchLevel,
} from "./types";

/** The data of each event of the stream. Events have ids and never text. */
export type LiveEvents = {
  unread: Unread;
  message: {
    contactId: number;
    messageId: number;
    act: "sent" | "edited" | "deleted" | "read";
  };
  session: { reason: "banned" | "signed-out" | "role" };
  post: { id: number; forumId: number; act: "written" | "edited" | "deleted" | "locked" };
  reply: {
    id: number;
    postId: number;
    respondsTo: number | null;
    act: "written" | "edited" | "deleted";
  };
  votes: ThingId & { upvotes: number; downvotes: number };
  /** Events may have been missed: the screen is compared with the server. */
  resync: Record<string, never>;
};

/** What the member has done. */
type OwnChanges = {
  postCreated: Post;
  postEdited: Post;
  /** Locked or pinned, or no longer. */
  postModerated: Post;
  postDeleted: { id: number };
  replyCreated: Reply;
  replyEdited: Reply;
  replyDeleted: Reply;
  /** A moderator's removal from elsewhere, where the thread may not be loaded. */
  removed: ThingId;
  /** `inList`: the list was on the screen when the member pressed the button. */
  saved: ThingId & { saved: boolean; inList: boolean };
  watch: { kind: "post" | "forum"; id: number; watch: WatchLevel };
  favorite: { id: number; favorited: boolean };
  favoriteSent: { favorited: boolean; inList: boolean };
  forumCreated: Forum;
  forumEdited: Forum;
  forumDeleted: { id: number };
  /** By an invitation. */
  forumJoined: Forum;
  forumLeft: object;
  reportChanged: Report;
  /** Promotions, bans and what undoes them. */
  membersChanged: object;
  messageEdited: { contactId: number; message: Message };
  blocked: { userId: number; blocked: boolean };
  notificationRead: { id: number; read: boolean };
  /** All up to one that is on the screen. */
  notificationsRead: object;
  /** The server's answer to an edit of a profile, of rules or of the site is what a query would get. */
  replaced: { queryKey: QueryKey; answer: Profile | ForumRules | Site };
  /** A moderator restored something, or the member's picture changed, which stands beside all that they wrote. */
  everywhere: object;
};

export type Changes = LiveEvents & OwnChanges;

/** What a change does to cached answers. */
type Effect = {
  /** The answers that `patch` changes: their running refetches are older, and run again after it. */
  patched?: readonly QueryKey[];
  patch?: (client: QueryClient) => void;
  /** Refetched where it is shown, anything else when it is opened. */
  refetched?: readonly QueryKey[];
  /** Refetched when it is opened again, so that nothing moves under the reader. */
  stale?: readonly QueryKey[];
};

/** The answers that count posts and replies: of forums and profiles. */
const COUNTS = [forumKeys.all, keys.profiles];
/** The answers that contain the text of posts and replies, beside the posts and threads. */
const TEXTS = [keys.profiles, keys.saved, keys.search];

/** The messages with a member, as loaded and as polled. */
const chatOf = (id: number) => [messageKeys.chat(id), messageKeys.newest(id)];

/** All answers: their keys begin with the empty one. */
const EVERYTHING: readonly QueryKey[] = [[]];

/** What the member may not read any longer is dropped, or asked for again where it is shown. */
const FORGOTTEN: Effect = {
  patch: (client) => client.removeQueries({ type: "inactive" }),
  refetched: EVERYTHING,
};

/** What each change touches. */
const CHANGES: { [Name in keyof Changes]?: (change: Changes[Name]) => Effect } = {
  // A vote of the member that is being sent will be newer than the event.
  votes: ({ kind, id, ...tally }) => ({
    patched: kind === "post" ? [postKeys.detail(id)] : [],
    patch(client) {
      if (!isVoting(client, { kind, id })) patchTally(client, { kind, id }, tally);
    },
  }),
  post: ({ act }) => ({ stale: act === "edited" ? TEXTS : [...COUNTS, ...TEXTS] }),
  postCreated: (post) => ({
    patch: (client) => client.setQueryData(postKeys.detail(post.id), post),
    refetched: [postKeys.lists, ...COUNTS],
  }),
  postEdited: (post) => ({
    patched: [postKeys.all],
    refetched: [keys.revisions("post", post.id), ...TEXTS],
  }),
  // Pinned posts come first.
  postModerated: () => ({
    patched: [postKeys.all],
    refetched: [postKeys.forums, moderationKeys.logs],
  }),
  postDeleted: ({ id }) => ({
    patched: [postKeys.lists],
    patch(client) {
      patchEverywhere(client, postKeys.lists, id, () => null);
      // Otherwise Back would show it again.
      client.removeQueries({ queryKey: postKeys.detail(id) });
      client.removeQueries({ queryKey: replyKeys.ofPost(id) });
    },
    refetched: [...COUNTS, ...TEXTS, moderationKeys.logs],
  }),
  reply: ({ act }) => ({ stale: act === "edited" ? TEXTS : [...COUNTS, ...TEXTS] }),
  replyCreated: (reply) => ({
    patched: [replyKeys.ofPost(reply.postId)],
    refetched: [keys.profiles],
  }),
  replyEdited: (reply) => ({
    patched: [replyKeys.ofPost(reply.postId)],
    // The answer lacks the replies below it.
    patch: (client) =>
      patchReply(client, reply, ({ replies, moreReplies }) => ({
        ...reply,
        replies,
        ...(moreReplies !== undefined && { moreReplies }),
      })),
    refetched: [keys.revisions("reply", reply.id), ...TEXTS],
  }),
  replyDeleted: (reply) => ({
    patched: [replyKeys.ofPost(reply.postId)],
    patch(client) {
      if (reply.held) return;
      patchReply(client, reply, markRemoved);
      countReplies(client, reply.postId, -1);
    },
    refetched: [...TEXTS, moderationKeys.logs],
  }),
  removed: () => ({ refetched: [postKeys.all, replyKeys.all, ...COUNTS, ...TEXTS] }),
  saved: ({ kind, id, saved, inList }) => ({
    patch: (client) =>
      kind === "post"
        ? patchPost(client, id, (post) => ({ ...post, saved }))
        : patchReply(client, { id }, (reply) => ({ ...reply, saved })),
    // What is no longer saved stays in the list until it is opened again: its button has the focus.
    [inList && !saved ? "stale" : "refetched"]: [keys.saved],
  }),
  watch({ kind, id, watch }) {
    const key = kind === "post" ? postKeys.all : forumKeys.all;
    return {
      patched: [key],
      patch: (client) => patchEverywhere<Watched>(client, key, id, (old) => ({ ...old, watch })),
      refetched: [notificationKeys.lists],
    };
  },
  favorite: ({ id, favorited }) => ({
    patch: (client) =>
      patchEverywhere<Forum>(client, forumKeys.all, id, (forum) => ({ ...forum, favorited })),
  }),
  // A removed favorite stays until the list is opened again, so that it can be added back.
  favoriteSent: ({ favorited, inList }) => ({
    [inList && !favorited ? "stale" : "refetched"]: [forumKeys.favorites],
  }),
  forumCreated: () => ({ refetched: [forumKeys.all] }),
  // Posts and results name their forum.
  forumEdited: (forum) => ({
    patch: (client) => client.setQueryData(forumKeys.detail(forum.id), forum),
    refetched: [forumKeys.lists, postKeys.all, ...TEXTS],
  }),
  forumDeleted: ({ id }) => ({
    patch: (client) => client.removeQueries({ queryKey: forumKeys.detail(id) }),
    refetched: EVERYTHING,
  }),
  forumJoined: (forum) => ({
    patch: (client) => client.setQueryData(forumKeys.detail(forum.id), forum),
    refetched: EVERYTHING,
  }),
  forumLeft: () => FORGOTTEN,
  reportChanged: (report) => ({
    patch(client) {
      client.setQueryData(moderationKeys.report(report.id), report);
      patchEverywhere<Report>(client, moderationKeys.queues, report.id, () =>
        report.decidedAt ? null : report,
      );
    },
    // An approved post or reply appears.
    refetched: report.kind === "held" && report.decidedAt ? [postKeys.all, replyKeys.all] : [],
  }),
  membersChanged: () => ({ refetched: [moderationKeys.all, keys.profiles] }),
  message: ({ contactId, messageId, act }) => ({
    patched: chatOf(contactId),
    patch(client) {
      const key = messageKeys.chat(contactId);
      if (act === "deleted") patchEverywhere(client, key, messageId, () => null);
      if (act === "read")
        patchEverywhere<Message>(client, key, messageId, (old) => ({ ...old, read: true }));
    },
    refetched: [messageKeys.contacts, ...(act === "sent" ? [messageKeys.newest(contactId)] : [])],
  }),
  messageEdited: ({ contactId, message }) => ({
    patched: chatOf(contactId),
    patch: (client) =>
      patchEverywhere(client, messageKeys.chat(contactId), message.id, () => message),
    refetched: [messageKeys.contacts],
  }),
  blocked: ({ userId, blocked }) => ({
    patch(client) {
      void client.cancelQueries({ queryKey: messageKeys.block(userId) });
      client.setQueryData(messageKeys.block(userId), { blocked });
    },
    refetched: [messageKeys.contacts],
  }),
  unread: (counts) => ({
    patch(client) {
      // A pending answer is older.
      void client.cancelQueries({ queryKey: notificationKeys.unread });
      client.setQueryData(notificationKeys.unread, counts);
      // The author of a held text is notified of its approval.
      if (counts.notifications > 0) void client.invalidateQueries({ predicate: isHeld });
    },
    refetched: [
      notificationKeys.lists,
      moderationKeys.reports,
      // A new or lifted ban and the answer to an appeal each send a notification.
      ...(counts.notifications > 0 ? [keys.ownBans] : []),
    ],
  }),
  notificationRead: ({ id, read }) => ({
    patch: (client) =>
      patchEverywhere<WithRead>(client, notificationKeys.lists, id, (old) => ({ ...old, read })),
  }),
  // It may have taken the member out of a forum.
  session: ({ reason }) => (reason === "role" ? FORGOTTEN : {}),
  replaced: ({ queryKey, answer }) => ({
    patch: (client) => client.setQueryData(queryKey, answer),
  }),
  everywhere: () => ({ refetched: EVERYTHING }),
  notificationsRead: () => ({ refetched: [notificationKeys.all] }),
  resync: () => ({
    refetched: [
      notificationKeys.unread,
      notificationKeys.lists,
      moderationKeys.reports,
      keys.ownBans,
      messageKeys.contacts,
      // An open forum may have been closed.
      forumKeys.details,
    ],
  }),
};

type Watched = { id: number; watch: WatchLevel | null };
type WithRead = { id: number; read: boolean };

/**
 * Brings the cache up to date after a change; resolves after the refetches. `show` patches what the table leaves to
 * the caller, so that its code is not part of the first load.
 */
export async function applyChange<Name extends keyof Changes>(
  client: QueryClient,
  name: Name,
  change: Changes[Name],
  show?: () => void,
): Promise<void> {
  const effect = CHANGES[name]?.(change);
  if (!effect) return;
  const { patched = [], patch, refetched = [], stale = [] } = effect;
  const restarts = patched.map((queryKey) => cancelRefetches(client, queryKey));
  patch?.(client);
  show?.();
  for (const restart of restarts) restart();
  for (const queryKey of stale) void client.invalidateQueries({ queryKey, refetchType: "none" });
  await Promise.all(refetched.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Whether a query contains the member's own texts that wait for approval. */
function isHeld({ queryKey, state }: Query): boolean {
  return queryKey[2] === "held" || (state.data as Partial<Post> | undefined)?.held === true;
}

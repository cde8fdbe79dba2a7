import { session } from "../src/api/session";
import { site } from "../src/ui/site";
import type {
  AdminUser,
  Contact,
  Forum,
  ForumBan,
  ForumMember,
  Hit,
  LogEntry,
  LoginUser,
  Message,
  Notification,
  OpenSession,
  OwnForumBan,
  Page,
  Post,
  Profile,
  Reply,
  Report,
  User,
} from "../src/api/types";

const TALLY = { upvotes: 3, downvotes: 1, hasUpvoted: false, hasDownvoted: false };
const THEN = "2026-11-19T10:58:00.123Z";
const AVATAR = "/images/avatars/avatar-1.svg";

export const ann = (change: Partial<LoginUser> = {}): LoginUser & { hasPassword: boolean } => ({
  id: 1,
  username: "ann",
  userImage: AVATAR,
  banned: false,
  authorities: [{ name: "ROLE_USER" }],
  hasPassword: true,
  ...change,
});

export const bob = (change: Partial<User> = {}): User => ({
  id: 2,
  username: "bob",
  user_image: AVATAR,
  ...change,
});

export const profile = (change: Partial<Profile> = {}): Profile => ({
  id: 2,
  username: "bob",
  user_image: "/images/avatars/default.svg",
  about: "I grow tea.",
  about_html: "<p>I grow tea.</p>",
  joined: "2026-01-01T00:00:00Z",
  postCount: 12,
  replyCount: 3,
  score: 41,
  role: "ROLE_MODERATOR",
  moderates: [],
  ...change,
});

export const forumBan = (change: Partial<ForumBan> = {}): ForumBan => ({
  user: bob(),
  until: "2031-05-04T10:00:00Z",
  reason: "Spam in two threads",
  by: { id: 1, username: "ann", user_image: AVATAR },
  at: THEN,
  ...change,
});

export const forumMember = (change: Partial<ForumMember> = {}): ForumMember => ({
  user: bob(),
  since: THEN,
  by: { id: 3, username: "ada", user_image: AVATAR },
  ...change,
});

export const ownBan = (change: Partial<OwnForumBan> = {}): OwnForumBan => ({
  forum: { id: 7, topic: "Gardening" },
  until: "2031-05-04T10:00:00Z",
  reason: "Spam in two threads",
  at: THEN,
  appeal: "none",
  ...change,
});

/** The session of this browser. */
export const openSession = (change: Partial<OpenSession> = {}): OpenSession => ({
  id: 71,
  createdAt: THEN,
  lastUsedAt: THEN,
  method: "password",
  client: "Firefox on Linux",
  network: "203.0.113.0/24",
  current: true,
  ...change,
});

export const report = (change: Partial<Report> = {}): Report => ({
  id: 5,
  kind: "report",
  state: "open",
  target: {
    kind: "post",
    id: 11,
    excerpt: "Buy my seeds",
    username: "bob",
    forum: 7,
    post: 11,
    removed: false,
    reported: [],
  },
  reasons: { spam: 1, abuse: 0, "off-topic": 0, illegal: 0, other: 0 },
  notes: [{ username: "ann", note: "Sells seeds" }],
  count: 1,
  assignee: null,
  openedAt: THEN,
  decidedAt: null,
  decision: null,
  sameAuthor: 0,
  ...change,
});

export const logEntry = (change: Partial<LogEntry> = {}): LogEntry => ({
  id: 51,
  at: THEN,
  action: "post-locked",
  by: { id: 3, username: "ada", user_image: AVATAR },
  forum: { id: 7, topic: "Gardening" },
  target: { kind: "post", id: 11, post: 11, title: "First tomatoes", username: "bob" },
  reason: null,
  undone: null,
  ...change,
});

export const hit = (change: Partial<Hit> = {}): Hit => ({
  kind: "post",
  id: 11,
  title_html: "First <mark>tomatoes</mark>",
  excerpt_html: "Red &amp; ripe <mark>tomatoes</mark>",
  forum: { id: 7, topic: "Gardening", visibility: "public" },
  post: null,
  user: { username: "bob", user_image: AVATAR },
  timeOfCreation: THEN,
  score: 3,
  ...change,
});

export const member = (change: Partial<AdminUser> = {}): AdminUser => ({
  ...bob(),
  banned: false,
  ban: null,
  authorities: [{ name: "ROLE_USER" }],
  ...change,
});

export const forum = (change: Partial<Forum> = {}): Forum => ({
  id: 7,
  topic: "Gardening",
  description: "All that grows",
  author: "bob",
  visibility: "public",
  timeOfCreation: THEN,
  favorited: false,
  postCount: 12,
  activity: 5,
  latest: { id: 11, title: "First tomatoes", timeOfCreation: THEN },
  watch: null,
  ...change,
});

export const post = (change: Partial<Post> = {}): Post => ({
  ...TALLY,
  id: 11,
  title: "First tomatoes",
  description: "They are red and there are many of them",
  excerpt: change.description ?? "They are red and there are many of them",
  image: null,
  locked: false,
  lockReason: null,
  pinned: false,
  pinnedUntil: null,
  creator_username: "bob",
  creator_image: AVATAR,
  timeOfCreation: THEN,
  replyCount: 2,
  forum_id: 7,
  forum_topic: "Gardening",
  forum_visibility: "public",
  edited: false,
  watch: null,
  newReplies: null,
  saved: null,
  ...change,
});

/** The HTML that the server renders for plain text. */
const html = (text: string) => `<p>${text}</p>`;

export const reply = (change: Partial<Reply> = {}): Reply => ({
  ...TALLY,
  id: 21,
  postId: 11,
  respondsTo: null,
  description: "Well grown",
  description_html: html(change.description ?? "Well grown"),
  created: THEN,
  deleted: false,
  edited: false,
  saved: null,
  user: { username: "bob", user_image: AVATAR },
  replies: [],
  ...change,
});

export const contact = (change: Partial<Contact> = {}): Contact => ({
  ...bob(),
  unread: 2,
  totalMessages: 5,
  latest: THEN,
  blocked: false,
  lastMessage: { excerpt: "Hello ann", own: false },
  ...change,
});

export const message = (change: Partial<Message> = {}): Message => ({
  id: 31,
  message: "Hello ann",
  message_html: html(change.message ?? "Hello ann"),
  sender: { id: 2, username: "bob" },
  receivedOn: THEN,
  edited: false,
  read: false,
  ...change,
});

export const notification = (change: Partial<Notification> = {}): Notification => ({
  id: 41,
  kind: "reply",
  act: null,
  reason: null,
  count: 1,
  actors: [bob()],
  forum: { id: 7, topic: "Gardening" },
  post: { id: 11, title: "First tomatoes" },
  reply: { id: 21 },
  excerpt: "Well grown",
  watch: "normal",
  updatedAt: THEN,
  read: false,
  ...change,
});

export const page = (change: Partial<Page> = {}): Page => ({
  slug: "imprint",
  title: "Imprint",
  text: "The **gardeners**",
  text_html: "<p>The <strong>gardeners</strong></p>",
  editedAt: THEN,
  ...change,
});

/** Shows the name and look of a new site again. */
export function resetSite(): void {
  site.set({ name: "POST-UP", tagline: "", isOpen: true, logo: "", hasFace: false });
}

/** A token that expires at that time, in seconds; tokens of early releases name no session. */
export function tokenUntil(exp: number, sid?: number): string {
  return `head.${btoa(JSON.stringify({ sub: "1", exp, sid }))}.sign`;
}

export const LATER = 4_000_000_000;

export function signIn(change: Partial<LoginUser> = {}, moderated: number[] = []): void {
  session.set({
    token: tokenUntil(LATER),
    user: ann(change),
    access: moderated.map((forumId) => ({ forumId })),
  });
}

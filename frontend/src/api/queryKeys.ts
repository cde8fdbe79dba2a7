import type { ReplyOrder } from "./replyCache";

/** The keys of all queries that contain posts. */
export const postKeys = {
  all: ["posts"] as const,
  lists: ["posts", "list"] as const,
  feeds: ["posts", "list", "feed"] as const,
  forums: ["posts", "list", "forum"] as const,
  details: ["posts", "detail"] as const,
  detail: (id: number) => ["posts", "detail", id] as const,
};

/** The keys of all queries that contain replies; each has the shape of a thread. */
export const replyKeys = {
  all: ["replies"] as const,
  ofPost: (postId: number) => ["replies", postId] as const,
  thread: (postId: number, order: ReplyOrder) => ["replies", postId, order] as const,
  linked: (postId: number, id: number) => ["replies", postId, "linked", id] as const,
  held: (postId: number) => ["replies", postId, "held"] as const,
};

export const forumKeys = {
  all: ["forums"] as const,
  lists: ["forums", "list"] as const,
  favorites: ["forums", "list", "favorites"] as const,
  details: ["forums", "detail"] as const,
  detail: (id: number) => ["forums", "detail", id] as const,
};

export const moderationKeys = {
  all: ["moderation"] as const,
  users: ["moderation", "users"] as const,
  reports: ["moderation", "reports"] as const,
  report: (id: number) => ["moderation", "reports", "detail", id] as const,
  queues: ["moderation", "reports", "queue"] as const,
  logs: ["moderation", "log"] as const,
};

export const notificationKeys = {
  all: ["notifications"] as const,
  lists: ["notifications", "list"] as const,
  unread: ["notifications", "unread"] as const,
  settings: ["notifications", "settings"] as const,
};

export const messageKeys = {
  contacts: ["messages", "contacts"] as const,
  chats: ["messages", "chat"] as const,
  chat: (userId: number) => ["messages", "chat", userId] as const,
  newests: ["messages", "newest"] as const,
  newest: (userId: number) => ["messages", "newest", userId] as const,
  block: (userId: number) => ["messages", "block", userId] as const,
};

/** The keys of the other queries that a change of something else touches. */
export const keys = {
  /** Profiles with their counts, and the replies of their authors. */
  profiles: ["profile"] as const,
  profile: (username: string) => ["profile", username] as const,
  saved: ["saved"] as const,
  search: ["search"] as const,
  revisions: (kind: "post" | "reply", id: number) => ["revisions", kind, id] as const,
  /** The forums that have banned the member. */
  ownBans: ["own-bans"] as const,
  rules: (forumId: number) => ["forum-rules", forumId] as const,
  site: ["site", "settings"] as const,
  /** The invitations to register, or below it those to a forum. */
  invites: ["site", "invites"] as const,
  /** The webhooks of the site and of forums, and their deliveries. */
  webhooks: ["webhooks"] as const,
  /** The pages of the site, each below its slug. */
  pages: ["site", "pages"] as const,
};

import { api, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import type { LogAction } from "./logActions";

const keys = {
  all: ["moderation"] as const,
  reports: ["moderation", "reports"] as const,
};
export type QueueState = "resolved" | "rejected";
/** Entries of the log fit all that is given. */
export type LogFilter = {
  forum: number | undefined;
  user: string | undefined;
  action: LogAction | undefined;
};

export const moderationQueries = {
  keys,
  moderators: (forumId: number) =>
    pages([...keys.all, "moderators", forumId], (cursor, signal) => {
      const params = { path: { forumId }, query: { cursor } };
      return unwrapPage(api.GET("/moderation/forum/{forumId}", { params, signal }));
    }),
  forumBans: (forumId: number) =>
    pages([...keys.all, "bans", forumId], async (cursor, signal) => {
      const params = { path: { id: forumId }, query: { cursor } };
      const page = await unwrapPage(api.GET("/api/forums/{id}/bans", { params, signal }));
      return { ...page, items: page.items.map((ban) => Object.assign(ban, { id: ban.user.id })) };
    }),
  promotable: (forumId: number, keyword: string) =>
    pages([...keys.all, "promotable", forumId, { keyword }], (cursor, signal) => {
      const params = { path: { forumId }, query: { cursor, keyword: keyword || undefined } };
      return unwrapPage(api.GET("/moderation/forum/{forumId}/promotable", { params, signal }));
    }),
  /** Those that nobody has decided yet, or those that were decided so. */
  reports: (state: QueueState | undefined) =>
    pages([...keys.reports, { state }], (cursor, signal) =>
      unwrapPage(api.GET("/api/reports", { params: { query: { cursor, state } }, signal })),
    ),
  log: (filter: LogFilter) =>
    pages([...keys.all, "log", filter], (cursor, signal) =>
      unwrapPage(api.GET("/api/modlog", { params: { query: { ...filter, cursor } }, signal })),
    ),
  users: (keyword: string) =>
    pages([...keys.all, "users", { keyword }], (cursor, signal) => {
      const params = { query: { cursor, keyword: keyword || undefined } };
      return unwrapPage(api.GET("/users/admin", { params, signal }));
    }),
};

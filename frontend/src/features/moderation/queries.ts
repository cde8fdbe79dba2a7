import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { moderationKeys as keys } from "../../api/queryKeys";
import type { Report } from "../../api/types";
import type { LogAction } from "./logActions";
import { loadContext } from "./reportContext";

export type QueueState = "resolved" | "rejected";
/** The filters of the log; all must match. */
export type LogFilter = {
  forum: number | undefined;
  user: string | undefined;
  action: LogAction | undefined;
};

export const moderationQueries = {
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
  /** The members of a private forum, the newest first; in large pages, because a search goes through all. */
  members: (forumId: number) =>
    pages([...keys.all, "members", forumId], async (cursor, signal) => {
      const params = { path: { id: forumId }, query: { cursor, limit: 100 } };
      const page = await unwrapPage(api.GET("/api/forums/{id}/members", { params, signal }));
      return { ...page, items: page.items.map((one) => Object.assign(one, { id: one.user.id })) };
    }),
  /** People of the site whose name contains the text. */
  people: (name: string) =>
    queryOptions({
      queryKey: [...keys.all, "people", name],
      queryFn: ({ signal }) => {
        const params = { path: { filter: name }, query: { limit: 6 } };
        return unwrap(api.GET("/users/filtered/{filter}", { params, signal }));
      },
    }),
  /** Members who can be promoted, or with `bannable` banned, which leaves out admins. */
  candidates: (forumId: number, keyword: string, bannable: boolean) =>
    pages([...keys.all, "candidates", forumId, { keyword, bannable }], (cursor, signal) => {
      const query = { cursor, keyword: keyword || undefined, ...(bannable && { bannable }) };
      const params = { path: { forumId }, query };
      return unwrapPage(api.GET("/moderation/forum/{forumId}/promotable", { params, signal }));
    }),
  /** Open reports, or those decided as `state`; of one forum, or of all. */
  reports: (state: QueueState | undefined, forum: number | undefined) =>
    pages([...keys.queues, { state, forum }], (cursor, signal) =>
      unwrapPage(api.GET("/api/reports", { params: { query: { cursor, state, forum } }, signal })),
    ),
  report: (id: number) =>
    queryOptions({
      queryKey: keys.report(id),
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/reports/{id}", { params: { path: { id } }, signal })),
    }),
  /** The reported post or reply in its context. */
  context: ({ kind, id, post }: Report["target"]) =>
    queryOptions({
      queryKey: [...keys.reports, "context", kind, id],
      queryFn: ({ signal }) => loadContext(kind, id, post, signal),
    }),
  log: (filter: LogFilter) =>
    pages([...keys.logs, filter], (cursor, signal) =>
      unwrapPage(api.GET("/api/modlog", { params: { query: { ...filter, cursor } }, signal })),
    ),
  /** The account with this name, as admins see it. */
  account: (name: string) =>
    queryOptions({
      queryKey: [...keys.all, "account", name],
      queryFn: async ({ signal }) => {
        const params = { query: { name } };
        const [account] = await unwrap(api.GET("/users/admin", { params, signal }));
        return account ?? null;
      },
    }),
  /** A member's bans from the forums that one moderates. */
  bansOf: (id: number) =>
    queryOptions({
      queryKey: [...keys.all, "bans of", id],
      queryFn: ({ signal }) =>
        unwrap(
          api.GET("/api/user/{id}/bans", {
            params: { path: { id }, query: { limit: 100 } },
            signal,
          }),
        ),
    }),
  /** The active admins, or everybody else. */
  users: (keyword: string, role: "admin" | undefined) =>
    pages([...keys.users, { keyword, role }], (cursor, signal) => {
      const params = { query: { cursor, keyword: keyword || undefined, role } };
      return unwrapPage(api.GET("/users/admin", { params, signal }));
    }),
};

import { api, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";

const keys = { all: ["moderation"] as const };

export const moderationQueries = {
  keys,
  moderators: (forumId: number) =>
    pages([...keys.all, "moderators", forumId], (cursor, signal) => {
      const params = { path: { forumId }, query: { cursor } };
      return unwrapPage(api.GET("/moderation/forum/{forumId}", { params, signal }));
    }),
  promotable: (forumId: number, keyword: string) =>
    pages([...keys.all, "promotable", forumId, { keyword }], (cursor, signal) => {
      const params = { path: { forumId }, query: { cursor, keyword: keyword || undefined } };
      return unwrapPage(api.GET("/moderation/forum/{forumId}/promotable", { params, signal }));
    }),
  users: (keyword: string) =>
    pages([...keys.all, "users", { keyword }], (cursor, signal) => {
      const params = { query: { cursor, keyword: keyword || undefined } };
      return unwrapPage(api.GET("/users/admin", { params, signal }));
    }),
};

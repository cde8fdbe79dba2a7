import { queryOptions } from "@tanstack/react-query";
import { api, unwrap, unwrapPage } from "../../api/client";
import { pages } from "../../api/pages";
import { keys } from "../../api/queryKeys";

export const profileQueries = {
  detail: (username: string) =>
    queryOptions({
      queryKey: keys.profile(username),
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/people/{username}", { params: { path: { username } }, signal })),
    }),
  replies: (username: string) =>
    pages([...keys.profile(username), "replies"], (cursor, signal) => {
      const params = { path: { username }, query: { cursor } };
      return unwrapPage(api.GET("/api/people/{username}/replies", { params, signal }));
    }),
};

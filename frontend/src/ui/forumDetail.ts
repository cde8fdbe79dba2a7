import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";

/** One forum, shared by the features that show it or its topic. */
export const forumDetail = (id: number) =>
  queryOptions({
    queryKey: ["forums", "detail", id],
    queryFn: ({ signal }) => unwrap(api.GET("/forums/{id}", { params: { path: { id } }, signal })),
  });

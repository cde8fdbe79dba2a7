import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";

export const draftQueries = {
  /** The member's drafts of all devices, the latest first. */
  list: () =>
    queryOptions({
      queryKey: ["drafts"],
      queryFn: ({ signal }) => unwrap(api.GET("/api/drafts", { signal })),
    }),
};

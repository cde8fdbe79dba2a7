import { queryOptions } from "@tanstack/react-query";
import { api, unwrapPage } from "../api/client";
import { allPages } from "../api/pages";

/** As many as a member can have, and as a page can hold; pages of long drafts are shorter. */
const MOST = 100;

export const draftQueries = {
  /** All of the member's drafts, of all devices, the latest first. What is not in it is gone. */
  list: () =>
    queryOptions({
      queryKey: ["drafts"],
      queryFn: ({ signal }) =>
        allPages((cursor) => {
          const query = { limit: MOST, cursor };
          return unwrapPage(api.GET("/api/drafts", { params: { query }, signal }));
        }),
    }),
};

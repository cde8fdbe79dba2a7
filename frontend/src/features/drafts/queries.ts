import { queryOptions } from "@tanstack/react-query";
import { api, unwrapPage } from "../../api/client";
import { allPages } from "../../api/pages";

/** The most drafts of a member, and the most items of a page. The server shortens pages of long drafts. */
const MOST = 100;

export const draftQueries = {
  /** All drafts of the member, from all devices, the latest first: a draft that is missing was deleted. */
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

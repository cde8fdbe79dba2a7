import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";

/** A post or reply, which has versions. */
export type Revisable = { kind: "post" | "reply"; id: number; forum: number | undefined };

export const revisionQueries = {
  /** The versions, the newest first. */
  of: (revisable: Revisable) =>
    queryOptions({
      queryKey: keys.revisions(revisable.kind, revisable.id),
      queryFn: ({ signal }) => {
        const options = { params: { path: { id: revisable.id } }, signal };
        return revisable.kind === "post"
          ? unwrap(api.GET("/api/posts/{id}/revisions", options))
          : unwrap(api.GET("/api/replies/{id}/revisions", options));
      },
    }),
};

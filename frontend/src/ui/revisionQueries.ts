import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";

/** What has versions. */
export type Written = { kind: "post" | "reply"; id: number };

const key = ({ kind, id }: Written) => ["revisions", kind, id] as const;

export const revisionQueries = {
  key,
  /** The versions, the newest first. */
  of: (written: Written) =>
    queryOptions({
      queryKey: key(written),
      queryFn: ({ signal }) => {
        const options = { params: { path: { id: written.id } }, signal };
        return written.kind === "post"
          ? unwrap(api.GET("/api/posts/{id}/revisions", options))
          : unwrap(api.GET("/api/replies/{id}/revisions", options));
      },
    }),
};

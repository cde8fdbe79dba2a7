import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";

/** A post or reply, which has versions. */
export type Revisable = { kind: "post" | "reply"; id: number };

const key = ({ kind, id }: Revisable) => ["revisions", kind, id] as const;

export const revisionQueries = {
  key,
  /** The versions, the newest first. */
  of: (revisable: Revisable) =>
    queryOptions({
      queryKey: key(revisable),
      queryFn: ({ signal }) => {
        const options = { params: { path: { id: revisable.id } }, signal };
        return revisable.kind === "post"
          ? unwrap(api.GET("/api/posts/{id}/revisions", options))
          : unwrap(api.GET("/api/replies/{id}/revisions", options));
      },
    }),
};

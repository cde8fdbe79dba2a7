import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";

export const ownAccountQuery = (id: number) =>
  queryOptions({
    queryKey: ["own-account", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/api/user/{id}", { params: { path: { id } }, signal })),
    enabled: id > 0,
  });

/** Whether the account has a password; undefined until it is known. */
export function useHasPassword(): boolean | undefined {
  return useQuery(ownAccountQuery(useUser()?.id ?? 0)).data?.hasPassword;
}

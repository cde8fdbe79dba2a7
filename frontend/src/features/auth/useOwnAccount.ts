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
  return usePasswordOfAccount().hasPassword;
}

/** The same, and whether it cannot be known: the server tells the banned nothing, nor those who are signed out by a ban. */
export function usePasswordOfAccount() {
  const id = useUser()?.id ?? 0;
  const { data, isError } = useQuery(ownAccountQuery(id));
  return { hasPassword: data?.hasPassword, isUnknown: id === 0 || isError };
}

import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { notify } from "../../ui/notify";
import { notifyRateLimited } from "./useLogin";

export const identityQueries = {
  /** The sign-ins at providers that are connected to the account. */
  list: (id: number) =>
    queryOptions({
      queryKey: ["identities", id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/identities", { params: { path: { id } }, signal })),
    }),
};

/** Goes to the provider, which leads back to the settings. */
export function useConnect(provider: string) {
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (password: string) => {
      const params = { path: { id, provider } };
      return unwrap(
        api.POST("/api/user/{id}/identities/{provider}", { params, body: { password } }),
      );
    },
    // Don't cache the password.
    gcTime: 0,
    onSuccess: ({ url }) => location.assign(url),
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't connect the sign-in.`, error);
    },
  });
}

/** Disconnects a sign-in from the account. */
export function useDisconnect(provider: string) {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const params = { path: { id, provider } };
      return unwrap(api.DELETE("/api/user/{id}/identities/{provider}", { params }));
    },
    onSuccess: () => notify({ message: t`The sign-in is removed.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't remove the sign-in.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: identityQueries.list(id).queryKey }),
  });
}

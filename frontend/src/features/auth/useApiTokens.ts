import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import type { components } from "../../api/schema";
import { detailOf, statusOf } from "../../error";
import { dismiss, notify } from "../../ui/notify";
import { notifyRateLimited } from "./useLogin";

export const apiTokenQueries = {
  /** The API tokens of the member, the newest first. */
  list: (id: number) =>
    queryOptions({
      queryKey: ["api-tokens", id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/tokens", { params: { path: { id } }, signal })),
    }),
};

export type MadeToken = components["schemas"]["NewApiToken"];

/** Makes a token. Its text is there until the screen is left. */
export function useAddApiToken(onAdded: (made: MadeToken) => void) {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshApiTokens();
  return useMutation({
    mutationFn: (body: components["schemas"]["AddApiToken"]) =>
      unwrap(api.POST("/api/user/{id}/tokens", { params: { path: { id } }, body })),
    // Don't cache the password and the token.
    gcTime: 0,
    onMutate: dismiss,
    onSuccess: onAdded,
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't create the token.`, error);
    },
    onSettled: refresh,
  });
}

/** Revokes a token. */
export function useRevokeApiToken() {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshApiTokens();
  return useMutation({
    mutationFn: (tokenId: number) =>
      unwrap(api.DELETE("/api/user/{id}/tokens/{tokenId}", { params: { path: { id, tokenId } } })),
    onSuccess: () => notify({ message: t`The token is revoked.`, type: "success" }),
    onError(error) {
      // Another tab was faster: nothing is left to do.
      const isGone = statusOf(error) === 404 && detailOf(error);
      if (isGone) notify({ message: isGone, type: "info" });
      else notifyFailure(t`Couldn't revoke the token. Try again.`, error);
    },
    onSettled: refresh,
  });
}

function useRefreshApiTokens() {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: apiTokenQueries.list(id).queryKey });
}

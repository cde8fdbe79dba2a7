import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { detailOf, statusOf } from "../../error";
import { dismiss, notify } from "../../ui/notify";
import { createPasskey, notifyPasskeyFailure, type PasskeyOptions } from "./webauthn";

export const passkeyQueries = {
  /** The passkeys of the member, the oldest first. */
  list: (id: number) =>
    queryOptions({
      queryKey: ["passkeys", id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/passkeys", { params: { path: { id } }, signal })),
    }),
};

export type NewPasskey = { name: string; password?: string; code?: string };

/** Asks the server with the password and perhaps a code, then the device, and stores what the device made. */
export function useAddPasskey(onAdded: () => void) {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshPasskeys();
  /** Good for another try where the device was at fault: a code would not be. */
  const begun = useRef<PasskeyOptions>(undefined);
  return useMutation({
    async mutationFn({ password = "", code, name }: NewPasskey) {
      const params = { path: { id } };
      const proof = { password, ...(code && { code }) };
      begun.current ??= await unwrap(
        api.POST("/api/user/{id}/passkeys/options", { params, body: proof }),
      );
      const credential = await createPasskey(begun.current);
      begun.current = undefined;
      const body = { name, credential };
      return unwrap(api.POST("/api/user/{id}/passkeys", { params, body }));
    },
    // Don't cache the password.
    gcTime: 0,
    onMutate: dismiss,
    onSuccess() {
      onAdded();
      notify({ message: t`The passkey is added.`, type: "success" });
    },
    onError: (error) => notifyPasskeyFailure(t`Couldn't add the passkey.`, error),
    onSettled: refresh,
  });
}

/** Names a passkey anew. */
export function useRenamePasskey(passkeyId: number, onRenamed: () => void) {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshPasskeys();
  return useMutation({
    mutationFn: (name: string) => {
      const params = { path: { id, passkeyId } };
      return unwrap(api.PUT("/api/user/{id}/passkeys/{passkeyId}", { params, body: { name } }));
    },
    onSuccess: onRenamed,
    onError: (error) => notifyFailure(t`Couldn't rename the passkey.`, error),
    onSettled: refresh,
  });
}

/** Removes a passkey. */
export function useRemovePasskey() {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshPasskeys();
  return useMutation({
    mutationFn: (passkeyId: number) => {
      const params = { path: { id, passkeyId } };
      return unwrap(api.DELETE("/api/user/{id}/passkeys/{passkeyId}", { params }));
    },
    onSuccess: () => notify({ message: t`The passkey is removed.`, type: "success" }),
    onError(error) {
      // Another tab was faster: nothing is left to do.
      const isGone = statusOf(error) === 404 && detailOf(error);
      if (isGone) notify({ message: isGone, type: "info" });
      else notifyFailure(t`Couldn't remove the passkey. Try again.`, error);
    },
    onSettled: refresh,
  });
}

function useRefreshPasskeys() {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: passkeyQueries.list(id).queryKey });
}

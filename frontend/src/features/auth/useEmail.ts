import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { statusOf } from "../../error";
import { notify } from "../../ui/notify";
import { notifyRateLimited } from "./useLogin";

export const EMAIL = "email";

export const emailQueries = {
  /** The e-mail address of the account. */
  own: (id: number) =>
    queryOptions({
      queryKey: [EMAIL, id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/email", { params: { path: { id } }, signal })),
    }),
};

export type NewEmail = { email: string; password?: string };

/** Has a link sent that confirms an address, in the language of the screens. */
export function useSetEmail(onSent: () => void) {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password = "" }: NewEmail) =>
      unwrap(
        api.PUT("/api/user/{id}/email", {
          params: { path: { id } },
          body: { email, password },
          headers: { "Accept-Language": i18n.locale },
        }),
      ),
    // Don't cache the password.
    gcTime: 0,
    onSuccess(email) {
      client.setQueryData(emailQueries.own(id).queryKey, email);
      onSent();
      notify({ message: t`A mail is on its way. Open its link.`, type: "success" });
    },
    onError(error) {
      if (statusOf(error) === 422 || notifyRateLimited(error)) return;
      notifyFailure(t`Couldn't send the link.`, error);
    },
  });
}

/** Takes the address off the account. */
export function useRemoveEmail() {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/user/{id}/email", { params: { path: { id } } })),
    onSuccess: () => notify({ message: t`The address is removed.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't remove the address.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: [EMAIL] }),
  });
}

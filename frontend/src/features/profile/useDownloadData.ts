import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { saveFile } from "../../ui/saveFile";

/** The account whose owner asks; a banned one has no session but a token of its own. */
export type OwnAccount = { id: number; username?: string; token?: string };

/** The header of a call about the account, beside that of the session. */
export function authorizationOf({ token }: OwnAccount): { Authorization?: string } {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export function useDownloadData() {
  return useMutation({
    async mutationFn(account: OwnAccount) {
      const file = await unwrap<unknown>(
        api.GET("/api/user/{id}/export", {
          params: { path: { id: account.id } },
          headers: authorizationOf(account),
          parseAs: "blob",
        }),
      );
      saveFile(file as Blob, `postup-${account.username ?? account.id}.json`);
    },
    onError: (error) => notifyFailure(t`Couldn't download your data.`, error),
  });
}

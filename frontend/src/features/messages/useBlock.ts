import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { User } from "../../api/types";
import { notify } from "../../ui/notify";
import { messageQueries } from "./queries";

export type Blocking = ReturnType<typeof useBlock>;

/** Blocks a member, or unblocks with `false`. */
export function useBlock({ id, username }: User) {
  const client = useQueryClient();
  const options = { params: { path: { userId: id } } };
  return useMutation({
    mutationFn: (blocked: boolean) =>
      blocked
        ? unwrap(api.PUT("/api/contacts/{userId}/block", options))
        : unwrap(api.DELETE("/api/contacts/{userId}/block", options)),
    async onSuccess(_, blocked) {
      const { queryKey } = messageQueries.block(id);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, { blocked });
      if (!blocked) notify({ message: t`${username} is unblocked.`, type: "success" });
      void client.invalidateQueries({ queryKey: messageQueries.keys.contacts });
    },
    onError: (error, blocked) =>
      notifyFailure(
        blocked ? t`Failed to block ${username}.` : t`Failed to unblock ${username}.`,
        error,
      ),
  });
}

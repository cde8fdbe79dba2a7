import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { User } from "../../api/types";
import { notify } from "../../ui/notify";

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
    onSuccess(_, blocked) {
      void applyChange(client, "blocked", { userId: id, blocked });
      if (!blocked) notify({ message: t`${username} is unblocked.`, type: "success" });
    },
    onError: (error, blocked) =>
      notifyFailure(
        blocked ? t`Failed to block ${username}.` : t`Failed to unblock ${username}.`,
        error,
      ),
  });
}

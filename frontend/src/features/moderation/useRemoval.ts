import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { Report } from "../../api/types";
import type { Confirmed } from "../../ui/confirm";
import { confirmDeletion } from "../reasons/confirmations";

/** Removes a reported post or reply after a confirmation; returns whether it did. */
export function useRemoval({ kind, id }: Report["target"]) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (query: Confirmed) => {
      const params = { path: { id }, query };
      return kind === "post"
        ? unwrap(api.DELETE("/api/posts/{id}/delete", { params }))
        : unwrap(api.DELETE("/api/replies/{id}", { params }));
    },
    onSuccess() {
      if (kind === "post" || kind === "reply") void applyChange(client, "removed", { kind, id });
    },
    onError: (error) => notifyFailure(t`Couldn't remove it.`, error),
  });
  const remove = async () => {
    if (kind !== "post" && kind !== "reply") return false;
    const confirmed = await confirmDeletion(kind, false);
    if (!confirmed) return false;
    return mutateAsync(confirmed).then(
      () => true,
      () => false,
    );
  };
  return { remove, isPending };
}

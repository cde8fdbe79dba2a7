import { plural, t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure, textIsKept } from "../../api/refusal";
import { confirm, type Confirmed } from "../../ui/confirm";
import { notify } from "../../ui/notify";
import { moderatorReason } from "../reasons/reasons";

/** Removes the other texts of an author who deleted the account, after a confirmation. */
export function useSameAuthorRemoval(id: number) {
  const client = useQueryClient();
  const { mutateAsync: send, isPending } = useMutation({
    mutationFn: ({ reason }: Confirmed) => {
      const body = { reason: reason ?? null };
      const params = { path: { id } };
      return unwrap(api.POST("/api/reports/{id}/remove-same-author", { params, body }));
    },
    onSuccess({ removed }) {
      const message = plural(removed, { one: "# text removed.", other: "# texts removed." });
      notify({ message, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't remove them. Try again.`, error, textIsKept()),
    // They may have stood anywhere, and some may be removed after a failure.
    onSettled: () => void applyChange(client, "everywhere", {}),
  });
  const remove = async (count: number) => {
    if (isPending) return;
    const question = plural(count, {
      one: "Remove # more post or reply of this author?",
      other: "Remove # more posts and replies of this author?",
    });
    const note = t`Moderators can restore each of them for 30 days.`;
    const reason = moderatorReason("prepared");
    await confirm(question, t`Remove`, "destructive", { reason, note, send });
  };
  return { remove, isPending };
}

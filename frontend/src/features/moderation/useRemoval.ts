import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Report } from "../../api/types";
import type { Confirmed } from "../../ui/confirm";
import { confirmDeletion } from "../reasons/confirmations";
import { notifyUndoable } from "./notifyUndoable";
import { reopenReport } from "./reopenReport";
import { restore } from "./restore";

/** Removes a reported post or reply after a confirmation, which resolves its report. */
export function useRemoval(report: Report, onDecided: () => void) {
  const { kind, id } = report.target;
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (query: Confirmed) => {
      const params = { path: { id }, query };
      return kind === "post"
        ? unwrap(api.DELETE("/api/posts/{id}/delete", { params }))
        : unwrap(api.DELETE("/api/replies/{id}", { params }));
    },
    onError: (error) => notifyFailure(t`Couldn't remove it.`, error, textIsKept()),
    // Another moderator may have decided meanwhile, and the log has a new entry.
    onSettled: () => void client.invalidateQueries({ queryKey: moderationKeys.all }),
  });
  /** Offers the note as the reason. Returns whether it is removed now. */
  const remove = async (note: string) => {
    if (kind !== "post" && kind !== "reply") return false;
    if (!(await confirmDeletion(kind, false, mutateAsync, note))) return false;
    void applyChange(client, "removed", { kind, id });
    notifyUndoable(t`Report resolved.`, async () => {
      if (await restore(client, { kind, id }, null)) await reopenReport(client, report.id);
    });
    onDecided();
    return true;
  };
  return { remove, isPending };
}

import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure, textIsKept } from "../../api/refusal";
import type { Report } from "../../api/types";
import { notify } from "../../ui/notify";
import { notifyUndoable } from "./notifyUndoable";
import { isReopenable, reopenReport } from "./reopenReport";

type Change = { state: Report["state"]; note: string | null };

function doneText({ kind, state }: Report): string {
  if (kind === "held") return state === "resolved" ? t`Approved.` : t`Removed.`;
  if (kind === "appeal") return state === "resolved" ? t`Appeal accepted.` : t`Appeal rejected.`;
  return state === "resolved" ? t`Report resolved.` : t`Report rejected.`;
}

function failedText(state: Report["state"]): string {
  switch (state) {
    case "in-progress":
      return t`Couldn't assign the report. Try again.`;
    case "open":
      return t`Couldn't unassign the report. Try again.`;
    case "resolved":
    case "rejected":
      return t`Couldn't save the decision. Try again.`;
  }
}

/** Assigns, unassigns or decides a report; a decided one leaves the lists. */
export function useDecision(id: number, onDecided: () => void) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Change) =>
      unwrap(api.PUT("/api/reports/{id}", { params: { path: { id } }, body })),
    onSuccess(fresh) {
      void applyChange(client, "reportChanged", fresh);
      if (!fresh.decidedAt) return;
      if (isReopenable(fresh)) notifyUndoable(doneText(fresh), () => reopenReport(client, id));
      else notify({ message: doneText(fresh), type: "success" });
      onDecided();
    },
    onError: (error, { state }) => notifyFailure(failedText(state), error, textIsKept()),
    // Another moderator may have decided meanwhile, and the log has a new entry.
    onSettled: () => client.invalidateQueries({ queryKey: moderationKeys.all }),
  });
  /** Returns whether it is decided now. */
  const decide = (state: Report["state"], note: string | null) =>
    mutateAsync({ state, note }).then(
      ({ decidedAt }) => decidedAt !== null,
      () => false,
    );
  return { decide, isPending };
}

import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { Report } from "../../api/types";
import { notify } from "../../ui/notify";

/**
 * Whether the decision can be taken back: not of what is gone, nor removed since. The server knows more: a ban may be
 * over, or held content answered.
 */
export function isReopenable({ kind, state, target }: Report): boolean {
  if (target.username === null) return false;
  return (
    kind === "appeal" || (target.removed ?? false) === (kind === "held" && state === "rejected")
  );
}

function doneText(kind: Report["kind"]): string {
  switch (kind) {
    case "held":
      return t`Awaiting approval again.`;
    case "appeal":
      return t`Appeal reopened.`;
    default:
      return t`Report reopened.`;
  }
}

/** Takes back the decision of a report, so that it waits again. */
export async function reopenReport(client: QueryClient, id: number): Promise<void> {
  try {
    const fresh = await unwrap(api.POST("/api/reports/{id}/reopen", { params: { path: { id } } }));
    void applyChange(client, "reportChanged", fresh);
    notify({ message: doneText(fresh.kind), type: "success" });
  } catch (error) {
    notifyFailure(t`Couldn't reopen the report. Try again.`, error);
  }
  // The lists change, and the log has a new entry.
  await client.invalidateQueries({ queryKey: moderationKeys.all });
}

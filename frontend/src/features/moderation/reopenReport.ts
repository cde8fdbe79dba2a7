import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { moderationKeys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { Report } from "../../api/types";
import { notify } from "../../ui/notify";

/** Whether the decision can be taken back: not of held content, of what is gone, nor of a ban that was lifted. */
export function isReopenable({ kind, state, target }: Report): boolean {
  if (kind === "appeal") return state === "rejected";
  return kind === "report" && target.username !== null && !target.removed;
}

/** Takes back the decision of a report, so that it waits again. */
export async function reopenReport(client: QueryClient, id: number): Promise<void> {
  try {
    const fresh = await unwrap(api.POST("/api/reports/{id}/reopen", { params: { path: { id } } }));
    void applyChange(client, "reportChanged", fresh);
    notify({ message: t`Report reopened.`, type: "success" });
  } catch (error) {
    notifyFailure(t`Couldn't reopen the report. Try again.`, error);
  }
  // The lists change, and the log has a new entry.
  await client.invalidateQueries({ queryKey: moderationKeys.all });
}

import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { notify } from "../../ui/notify";

/** A post or reply that a moderator removed. */
export type RemovedThing = { kind: "post" | "reply"; id: number };

/** Restores a removed post or reply. Returns whether it is shown now. */
export async function restore(
  client: QueryClient,
  { kind, id }: RemovedThing,
  reason: string | null,
): Promise<boolean> {
  const isPost = kind === "post";
  const options = { params: { path: { id } }, body: { reason } };
  try {
    if (isPost) await unwrap(api.POST("/api/posts/{id}/restore", options));
    else await unwrap(api.POST("/api/replies/{id}/restore", options));
    notify({ message: isPost ? t`Post restored.` : t`Reply restored.`, type: "success" });
    return true;
  } catch (error) {
    notifyFailure(t`Couldn't restore it. It may be gone for good.`, error);
    return false;
  } finally {
    // Lists, counts and its thread change; another moderator may have been faster.
    await applyChange(client, "everywhere", {});
  }
}

import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { statusOf } from "../../error";
import { notify } from "../../ui/notify";

/** A post or reply that a moderator removed. */
export type RemovedThing = { kind: "post" | "reply"; id: number };

/** Restores a removed post or reply; without an answer it says the remedy. Returns whether it is shown now. */
export async function restore(
  client: QueryClient,
  { kind, id }: RemovedThing,
  reason: string | null,
  remedy = "",
): Promise<boolean> {
  const isPost = kind === "post";
  const options = { params: { path: { id } }, body: { reason } };
  try {
    if (isPost) await unwrap(api.POST("/api/posts/{id}/restore", options));
    else await unwrap(api.POST("/api/replies/{id}/restore", options));
    notify({ message: isPost ? t`Post restored.` : t`Reply restored.`, type: "success" });
    return true;
  } catch (error) {
    const isGone = statusOf(error) === 404;
    const message = isGone
      ? t`Couldn't restore it. It may be gone for good.`
      : t`Couldn't restore it.`;
    notifyFailure(message, error, remedy);
    return false;
  } finally {
    // Lists, counts and its thread change; another moderator may have been faster.
    await applyChange(client, "everywhere", {});
  }
}

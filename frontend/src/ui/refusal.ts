import { t } from "@lingui/core/macro";
import { banOf, detailOf, isBannedFromForum } from "../api/error";
import { exactTime } from "./Time";

/** Why a call failed, as the server says it; of a ban from a forum also the reason and the end. */
export function whyRefused(error: unknown): string | undefined {
  if (!isBannedFromForum(error)) return detailOf(error);
  const { reason, until } = banOf(error);
  const end = until && exactTime(until);
  return [
    t`You are banned from this forum: you can read, but not write or vote here.`,
    reason && t`Reason: ${reason}`,
    end && t`The ban ends on ${end}.`,
  ]
    .filter(Boolean)
    .join(" · ");
}

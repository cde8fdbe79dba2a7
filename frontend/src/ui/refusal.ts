import { t } from "@lingui/core/macro";
import { banOf, codeOf, detailOf } from "../api/error";
import { exactTime } from "./Time";

/** The server's reason for a refusal, with times in the reader's format. */
export function whyRefused(error: unknown): string | undefined {
  const { reason, until } = banOf(error);
  const end = until && exactTime(until);
  switch (codeOf(error)) {
    case "account-too-young":
      if (!end) return detailOf(error);
      return t`Your account is too new to write in this forum. You can write here from ${end}.`;
    case "banned-from-forum":
      return [
        t`You are banned from this forum: you can read, but not write or vote here.`,
        reason && t`Reason: ${reason}`,
        end && t`The ban ends on ${end}.`,
      ]
        .filter(Boolean)
        .join(" · ");
    default:
      return detailOf(error);
  }
}

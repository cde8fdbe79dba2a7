import { t } from "@lingui/core/macro";
import { ApiError, codeOf, detailOf } from "../error";
import { notify } from "../ui/notify";
import { exactTime } from "../ui/Time";
import type { components } from "./schema";

type Ban = components["schemas"]["BanMembers"];

/** The reason and end of a ban and the token to appeal it, if the error has them. */
export function banOf(error: unknown): Ban {
  return (error instanceof ApiError && (error.problem as Ban | undefined)) || {};
}

/** The spec's sentence first, the server's reason on a second line. */
export function notifyFailure(message: string, error: unknown): void {
  const detail = whyRefused(error);
  notify({ message, detail: detail === message ? undefined : detail });
}

/** The server's reason for a refusal, with times in the reader's format. */
function whyRefused(error: unknown): string | undefined {
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

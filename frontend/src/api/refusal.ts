import { t } from "@lingui/core/macro";
import { ApiError, failureText, statusOf } from "../error";
import { notify } from "../ui/notify";
import type { components } from "./schema";

type Ban = components["schemas"]["BanMembers"];

/** The reason and end of a ban and the token to appeal it, if the error has them. */
export function banOf(error: unknown): Ban {
  return (error instanceof ApiError && (error.problem as Ban | undefined)) || {};
}

/**
 * The spec's sentence first, the server's reason on a second line. Without an answer there is no status to name: it
 * says that nobody answered, and then the `remedy`.
 */
export function notifyFailure(
  say: string | ((status: number) => string),
  error: unknown,
  remedy = "",
): void {
  const status = statusOf(error);
  const message = typeof say === "string" ? say : say(status);
  if (status) return void notifyRefusal(message, error as ApiError);
  const cause = navigator.onLine ? failureText(error, String) : t`You're offline.`;
  const why = `${cause} ${remedy}`.trim();
  if (typeof say === "string") showWith(message, why);
  else notify(why);
}

/** The remedy after a text could not be sent: the form still has it. */
export function textIsKept(): string {
  return t`Your text is kept.`;
}

/** The reasons are loaded with the first answer that has one; without them the sentence stands alone. */
async function notifyRefusal(message: string, error: ApiError): Promise<void> {
  const words = await import("./refusalReason").catch(() => undefined);
  showWith(message, words?.reasonOf(error));
}

function showWith(message: string, detail: string | undefined) {
  notify({ message, detail: detail === message ? undefined : detail });
}

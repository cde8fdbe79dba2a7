import { t } from "@lingui/core/macro";
import { codeOf, detailOf, type ApiError } from "../error";
import { translated } from "../i18n";
import { exactTime } from "../ui/Time";
import { banOf } from "./refusal";

/** The server's reason for a refusal, with times in the reader's format and the names of refused fields. */
export function reasonOf(error: ApiError): string | undefined {
  const { reason, until } = banOf(error);
  const end = until && exactTime(until);
  switch (codeOf(error)) {
    case "account-too-young":
      if (!end) return detailOf(error);
      return t`Your account is too new to write in this forum. You can write here from ${end}.`;
    case "banned-from-forum":
      return joined([
        t`You are banned from this forum: you can read, but not write or vote here.`,
        reason && t`Reason: ${reason}`,
        end && t`The ban ends on ${end}.`,
      ]);
    default:
      return fieldReasons(error) || detailOf(error);
  }
}

function fieldReasons({ problem }: ApiError): string {
  const names = fieldNames();
  return joined(
    (problem?.errors ?? []).map(({ field, message }) => {
      const name = names[field];
      return name ? `${name}: ${translated(message)}` : translated(message);
    }),
  );
}

/** The fields of requests, as the forms call them. */
function fieldNames(): Record<string, string> {
  return {
    username: t`Username`,
    password: t`Password`,
    confirmPassword: t`Confirm password`,
    current: t`Current password`,
    code: t`Recovery code`,
    user_image: t`Profile picture`,
    title: t`Title`,
    topic: t`Title`,
    description: t`Text`,
    image: t`Picture`,
    imageDescription: t`Picture description`,
    message: t`Message`,
    text: t`Text`,
    reason: t`Reason`,
    note: t`Note`,
    about: t`About you`,
    rules: t`Rules`,
    blockedWords: t`Blocked words`,
    name: t`Name`,
    tagline: t`Tagline`,
  };
}

function joined(sentences: (string | null | undefined | false)[]): string {
  return sentences.filter(Boolean).join(" · ");
}

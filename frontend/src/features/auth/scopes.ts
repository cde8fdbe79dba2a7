import { t } from "@lingui/core/macro";
import { isAdmin, useModeratesAny, useUser } from "../../api/session";
import type { ApiToken } from "../../api/types";

export type Scope = ApiToken["scopes"][number];

/** The scopes that a token of the member could use, in the order of the server. */
export function useScopes(): Scope[] {
  const [moderates, admin] = [useModeratesAny(), isAdmin(useUser())];
  return [
    "read",
    "write",
    ...(moderates ? ["moderate" as const] : []),
    ...(admin ? ["admin" as const] : []),
  ];
}

export function scopeName(scope: Scope): string {
  switch (scope) {
    case "read":
      return t({ message: "Read", context: "a token" });
    case "write":
      return t({ message: "Write", context: "a token" });
    case "moderate":
      return t({ message: "Moderate", context: "a token" });
    case "admin":
      return t({ message: "Administer", context: "a token" });
  }
}

export function scopeHint(scope: Scope): string {
  switch (scope) {
    case "read":
      return t`See everything that you see, your messages and drafts too.`;
    case "write":
      return t`Post, reply, vote, send messages and change settings in your name.`;
    case "moderate":
      return t`Handle reports, texts and people where you moderate.`;
    case "admin":
      return t`Change the site and its members.`;
  }
}

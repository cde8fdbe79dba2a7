/** Whether the token's `exp` claim (seconds) has passed; a token that cannot be read has expired. */
export function isExpired(token: string, now = Date.now()): boolean {
  const exp = claims(token)?.exp;
  return typeof exp !== "number" || exp * 1000 <= now;
}

/** The id of the user whom the token was issued to. */
export function subjectOf(token: string): number | undefined {
  return Number(claims(token)?.sub) || undefined;
}

function claims(token: string): { exp?: unknown; sub?: unknown } | undefined {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as { exp?: unknown; sub?: unknown };
  } catch {
    return undefined;
  }
}

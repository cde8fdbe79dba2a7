/** Whether the token's `exp` claim (seconds) has passed; a token that cannot be read has expired. */
export function isExpired(token: string, now = Date.now()): boolean {
  const exp = claims(token)?.exp;
  return typeof exp !== "number" || exp * 1000 <= now;
}

function claims(token: string): { exp?: unknown } | undefined {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as { exp?: unknown };
  } catch {
    return undefined;
  }
}

/** Ends a session that this browser forgets, so that copies of its token are of no use. */
export async function endSession(token: string, member: number) {
  const id = sessionOf(token);
  if (id === undefined) return;
  const headers = { Authorization: `Bearer ${token}` };
  const path = `/api/user/${member}/sessions/${id}`;
  // Without a network it ends with its token.
  await fetch(path, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}

/** The session that a token names: the claim `sid` of a JSON Web Token (RFC 7519). */
function sessionOf(token: string): number | undefined {
  try {
    const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    const { sid } = JSON.parse(atob(claims)) as { sid?: unknown };
    return typeof sid === "number" ? sid : undefined;
  } catch {
    return undefined;
  }
}

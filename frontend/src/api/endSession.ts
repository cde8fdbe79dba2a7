/** The first wait where the server does not say how long, in milliseconds; each further one doubles, up to the last. */
const FIRST_WAIT = 5_000;
const LAST_WAIT = 300_000;

/** Ends a session that this browser forgets, so that copies of its token are of no use: tried until the token ends. */
export async function endSession(token: string, member: number) {
  const { sid, exp } = claimsOf(token);
  if (typeof sid !== "number") return;
  const headers = { Authorization: `Bearer ${token}` };
  const path = `/api/user/${member}/sessions/${sid}`;
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LAST_WAIT)) {
    // oxlint-disable-next-line no-await-in-loop -- each follows a failure
    const answer = await fetch(path, { method: "DELETE", headers, keepalive: true }).catch(
      () => undefined,
    );
    if (answer && answer.status !== 429 && answer.status < 500) return;
    const seconds = Number(answer?.headers.get("Retry-After"));
    const until = Date.now() + (seconds * 1_000 || wait);
    if (typeof exp !== "number" || until > exp * 1_000) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await passed(until);
  }
}

/** Resolves then, or once there is a network again. */
function passed(until: number) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, until - Date.now());
    if (!navigator.onLine) addEventListener("online", done);
  });
}

/** What a JSON Web Token (RFC 7519) says of its session: `sid`, and of its end: `exp`. */
export function claimsOf(token: string): { sid?: unknown; exp?: unknown } {
  try {
    const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return (JSON.parse(atob(claims)) ?? {}) as { sid?: unknown; exp?: unknown };
  } catch {
    return {};
  }
}

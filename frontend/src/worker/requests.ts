import { subjectOf } from "../api/token";

/** What the worker answers: documents, files of the app, and reads of the API. It leaves all else to the browser. */
export type RequestKind = "screen" | "file" | "read" | undefined;

/** Paths that are never a screen's, and those of sign-in, which nothing but the server may answer. */
const NO_SCREEN =
  /^\/(api|assets|images|login|register|healthz|readyz)(\/|$)|\.(atom|xml|txt|webmanifest)$/;
/** Reads that are not kept: streams, exports, the API's document, sign-in, and how a member signs in. */
const NO_READ =
  /^\/(login|register|healthz|readyz)(\/|$)|^\/api\/(docs|openapi)|\/(events|export|sessions|tokens|totp|passkeys|identities)(\/|$)/;

export function kindOf(
  { method, mode, url, headers }: Pick<Request, "method" | "mode" | "url" | "headers">,
  origin: string,
  files: ReadonlySet<string>,
): RequestKind {
  const { origin: of, pathname } = new URL(url);
  if (method !== "GET" || of !== origin) return undefined;
  if (mode === "navigate") return NO_SCREEN.test(pathname) ? undefined : "screen";
  if (pathname.startsWith("/assets/") || files.has(pathname)) return "file";
  if (headers.get("Accept") !== "application/json" || NO_READ.test(pathname)) return undefined;
  return cacheOf(headers) ? "read" : undefined;
}

/** The caches of answers to members. */
export const MEMBER = "member-";
export const VISITOR = "visitor";

/** The cache of who sends a request; none for tokens of programs, which name no member. */
export function cacheOf(headers: Headers): string | undefined {
  const token = headers.get("Authorization");
  if (!token) return VISITOR;
  const member = subjectOf(token.replace(/^Bearer /, ""));
  return member ? MEMBER + member : undefined;
}

import createClient, { type Middleware } from "openapi-fetch";
import { ApiError, errorOf } from "../error";
import { noteAnswer } from "./connection";
import { API, takePrefetched } from "./early";
import { needsSecondStep } from "./needsSecondStep";
import { banOf } from "./refusal";
import type { paths } from "./schema";
import { session } from "./session";
import { isExpired } from "./token";

/** A page of a list, and where the next one starts. */
export type Page<T> = { items: T[]; next: string | undefined };
type Answer<T> = Promise<{ data?: T; response: Response }>;

/** Calls that need no token. */
const WITHOUT_TOKEN = new Set([
  "/login",
  "/login/forgotten",
  "/login/new-password",
  "/api/email/confirm",
  "/login/passkey",
  "/login/passkey/options",
  "/login/recovery",
  "/login/second-step",
  "/login/complete",
  "/register/oidc",
  "/register",
]);

const watch: Middleware = {
  onRequest({ request, schemaPath }) {
    // A banned member's calls set their own.
    if (request.headers.has("Authorization")) return;
    const authorization = WITHOUT_TOKEN.has(schemaPath) ? "" : authorize();
    if (authorization) request.headers.set("Authorization", authorization);
  },
  async onResponse({ request, response }) {
    noteAnswer(response);
    if (response.ok) return;
    const error = await errorOf(response);
    react(error, request.headers.get("Authorization"));
    throw error;
  },
};

/** Returns the Authorization header, empty for visitors; ends an expired session. */
export function authorize(): string {
  const { token } = session.get();
  if (!token) return "";
  if (isExpired(token)) {
    // oxlint-disable-next-line no-console -- the spec's own line
    console.log("Token has expired");
    session.end("expired");
    throw new ApiError("refused", 401, { title: "Unauthorized", detail: "Token has expired" });
  }
  return `Bearer ${token}`;
}

const tellForbidden = new Set<() => void>();

/** Called after a 403, because the stored role may be outdated. */
export function onForbidden(tell: () => void) {
  tellForbidden.add(tell);
  return () => void tellForbidden.delete(tell);
}

let replacement: Promise<boolean> | undefined;

/**
 * Keeps the token that a call answers with. Returns false if the session was replaced or ended meanwhile. The
 * server refuses the old token before the answer arrives: until then, a 401 does not end the session.
 */
export function replaceToken(call: Promise<{ token: string }>): Promise<boolean> {
  const before = session.get().token;
  const own = call
    .then(({ token }) => session.renew(before, { token }))
    .finally(() => {
      if (replacement === own) replacement = undefined;
    });
  replacement = own;
  return own;
}

/** Handles refusals that concern the session and not just the call. */
export function react(error: ApiError, authorization: string | null) {
  const handle = () => handleRefusal(error, authorization);
  if (replacement) void replacement.then(handle, handle);
  else handle();
}

function handleRefusal(error: ApiError, authorization: string | null) {
  // Ignore responses for a token that was replaced meanwhile.
  const { token } = session.get();
  if (!token || authorization !== `Bearer ${token}`) return;
  if (error.status === 401) session.end("expired");
  else if (error.status === 403 && error.problem?.code === "banned")
    // The token is still good for an appeal.
    session.end("banned", { ...banOf(error), appeal_token: token });
  else if (error.problem?.code === "second-step-needed") needsSecondStep.set(token);
  else if (error.status === 403) for (const tell of tellForbidden) tell();
}

/** A server that has not begun to answer by then hangs; it waits no longer for anything itself. */
const PATIENCE_MS = 30_000;

export const api = createClient<paths>({
  baseUrl: API,
  headers: { Accept: "application/json" },
  async fetch(request) {
    const hung = new AbortController();
    const timer = setTimeout(() => hung.abort(), PATIENCE_MS);
    try {
      const signal = AbortSignal.any([request.signal, hung.signal]);
      return await (takePrefetched(request) ?? fetch(request, { signal }));
    } catch (error) {
      if (request.signal.aborted) throw error;
      noteAnswer();
      throw new ApiError("unreachable");
    } finally {
      clearTimeout(timer);
    }
  },
});
api.use(watch);

/** Returns the body of a response; throws an `ApiError`. */
export async function unwrap<T>(answer: Answer<T>): Promise<T> {
  const { data } = await settled(answer);
  return data as T;
}

export async function unwrapPage<T>(answer: Answer<T[]>): Promise<Page<T>> {
  const { data, response } = await settled(answer);
  return { items: data ?? [], next: nextCursor(response.headers.get("Link")) };
}

/** The cursor of `rel="next"` in a Link header. */
export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? "")?.[1];
  return target && (new URL(target, location.origin).searchParams.get("cursor") ?? undefined);
}

async function settled<T>(answer: Answer<T>) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError || (error as Error).name === "AbortError") throw error;
    throw new ApiError("request");
  }
}

import { storage } from "./storage";
import { isExpired } from "./token";

/** Where the API is, if not where the screens came from. */
export const API = import.meta.env.VITE_API_HOST || location.origin;
/** An answer that nobody has taken for so many milliseconds is no longer the state of things. */
const TOO_OLD = 10_000;

type Early = { bearer: string | null; asked: number; answer: Promise<Response> };
const answers = new Map<string, Early>();

/** Asks for the data of the screen at an address, in the name of whoever is signed in. */
export function prefetch({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  // Home's order is its own matter; on other screens a search asks another question.
  const calls = search && pathname !== "/" ? [] : firstCalls(pathname, new URLSearchParams(search));
  const token = storage.get("token");
  if (token && isExpired(token)) return;
  const bearer = token && `Bearer ${token}`;
  const headers = { Accept: "application/json", ...(bearer && { Authorization: bearer }) };
  for (const call of calls) {
    const answer = fetch(API + call, { headers });
    // Whoever takes it hears of the failure; nobody else has to.
    answer.catch(() => undefined);
    answers.set(API + call, { bearer, asked: Date.now(), answer });
  }
}

/**
 * What a screen asks first, letter for letter as its queries do. It is asked while the rest of the
 * app is still on its way, and the query that comes later takes the answer.
 */
function firstCalls(pathname: string, params: URLSearchParams): string[] {
  if (pathname === "/")
    return [
      "/api/posts?filter=popularity&limit=10&today=true",
      "/forums?isMostActive=true",
      `/api/posts?filter=${params.get("feed") === "top" ? "popularity" : "recent"}&limit=20`,
    ];
  if (pathname === "/forums") return ["/forums"];
  const [, area, id] = /^\/(forums|posts)\/([1-9]\d*)$/.exec(pathname) ?? [];
  if (area === "forums") return [`/forums/${id}`, `/api/forum/${id}/posts?filter=recent`];
  if (area === "posts") return [`/api/posts/${id}`, `/api/posts/${id}/replies?sort=old`];
  return [];
}

/** The answer to a request, if that was asked early and in the same name; each one is given once. */
export function takePrefetched({ method, url, headers }: Request): Promise<Response> | undefined {
  const early = answers.get(url);
  answers.delete(url);
  if (!early || method !== "GET" || early.bearer !== headers.get("Authorization")) return undefined;
  return Date.now() - early.asked < TOO_OLD ? early.answer : undefined;
}

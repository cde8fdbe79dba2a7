import { storage } from "../storage";
import { ROUTE_TABLE } from "../routeTable";
import { isExpired } from "./token";

/** The origin of the API, if it is not that of the page. */
export const API = import.meta.env.VITE_API_HOST || location.origin;
/** Early answers that are older than this, in milliseconds, are not used. */
const TOO_OLD = 10_000;

type Early = { bearer: string | null; asked: number; answer: Promise<Response> };
const answers = new Map<string, Early>();

/** The id of the element with the answers for visitors that the server embeds, by path and query. */
const IN_DOCUMENT = "answers";
type InDocument = Record<string, { body: unknown; link?: string }>;

/** Requests the data of the screen at an address, with the token if there is one. */
export function prefetch({ pathname, search }: Pick<Location, "pathname" | "search">): void {
  const token = storage.get("token");
  if (token && isExpired(token)) return;
  const bearer = token && `Bearer ${token}`;
  const headers = { Accept: "application/json", ...(bearer && { Authorization: bearer }) };
  const inDocument = token ? {} : readDocument();
  // The document may also have answers that the screen needs only after the first ones.
  const calls = new Set([
    ...firstCalls(pathname, search, Boolean(token)),
    ...Object.keys(inDocument),
  ]);
  for (const call of calls) {
    const known = inDocument[call];
    const answer = known ? Promise.resolve(responseOf(known)) : fetch(API + call, { headers });
    // The caller that takes the answer handles the failure.
    answer.catch(() => undefined);
    answers.set(API + call, { bearer, asked: Date.now(), answer });
  }
}

function readDocument(): InDocument {
  const text = document.getElementById(IN_DOCUMENT)?.textContent;
  return text ? (JSON.parse(text) as InDocument) : {};
}

function responseOf({ body, link }: InDocument[string]): Response {
  return Response.json(body, { headers: link ? { Link: link } : {} });
}

/** The first calls of the screen at an address, with its ids filled in. */
function firstCalls(pathname: string, search: string, signedIn: boolean): string[] {
  for (const { path, firstCalls, requiresAuth } of ROUTE_TABLE) {
    if (requiresAuth && !signedIn) continue;
    const pattern = path.replaceAll(
      /:(\w+)/g,
      (_, part) => `(?<${part}>${/name|slug/.test(part) ? "[^/]+" : "[1-9]\\d*"})`,
    );
    const match = firstCalls && new RegExp(`^${pattern}$`).exec(pathname);
    if (!match) continue;
    const fill = (call: string) => call.replaceAll(/:(\w+)/g, (_, id) => match.groups?.[id] ?? "");
    if (typeof firstCalls === "function") return firstCalls(new URLSearchParams(search)).map(fill);
    return search ? [] : firstCalls.map(fill);
  }
  return [];
}

/** Whether a call was sent early and its answer not taken yet. */
export function isPrefetched(call: string): boolean {
  return answers.has(API + call);
}

/** Returns the early response for this request and session, once. */
export function takePrefetched({ method, url, headers }: Request): Promise<Response> | undefined {
  const early = answers.get(url);
  answers.delete(url);
  if (!early || method !== "GET" || early.bearer !== headers.get("Authorization")) return undefined;
  return Date.now() - early.asked < TOO_OLD ? early.answer : undefined;
}

import { AS_OF } from "../asOf";
import { cacheOf, MEMBER, VISITOR } from "./requests";

/** The most answers that are kept for one member, and for visitors. */
export const MOST = 200;

/** Changes of the caches run one after another, so that none stores what another one forgets. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** Answers from the network, and without it from what was read before. `until` keeps the worker alive meanwhile. */
export async function read(request: Request, until: (work: Promise<unknown>) => void) {
  const name = cacheOf(request.headers) ?? VISITOR;
  try {
    const response = await fetch(request);
    // "no-store" keeps other caches from it; this one is the member's own.
    if (response.ok) until(store(name, request.url, response.clone()));
    return response;
  } catch (error) {
    const known = await caches.match(request.url, { cacheName: name, ignoreVary: true });
    if (!known) throw error;
    return known;
  }
}

/** Forgets the answers to all members but one, whose answers are kept from now on. */
export function keepOnly(member: number | undefined): Promise<void> {
  return inTurn(async () => {
    const own = member && MEMBER + member;
    for (const name of await caches.keys())
      if (name.startsWith(MEMBER) && name !== own) await caches.delete(name);
    await caches.open(VISITOR);
    if (own) await caches.open(own);
  });
}

function store(name: string, url: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers);
  headers.set(AS_OF, String(Date.now()));
  return inTurn(async () => {
    // It is gone once the member has signed out: an answer that arrives later is not kept.
    if (!(await caches.has(name))) return;
    const cache = await caches.open(name);
    // By the address alone, so that no token is stored.
    await cache.put(url, new Response(response.body, { headers }));
    const oldest = await cache.keys();
    for (const key of oldest.slice(0, -MOST)) await cache.delete(key);
  });
}

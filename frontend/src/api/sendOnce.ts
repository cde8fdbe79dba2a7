import type { Middleware } from "openapi-fetch";
import { hashOf } from "../hash";
import { storage } from "../storage";
import { api } from "./client";
import { session } from "./session";

/** The calls that create what members would see twice; their modules import this one. */
const CREATING = new Set([
  "/api/forum/{id}/posts",
  "/api/post/{postId}/replies",
  "/api/contacts/{userId}",
  "/api/posts/{id}/report",
  "/api/replies/{id}/report",
  "/api/contacts/{userId}/messages/{messageId}/report",
]);

const KEY_HEADER = "Idempotency-Key";

/** The header of a call that has a key already. */
export function withKey(key: string | undefined) {
  return key ? { headers: { [KEY_HEADER]: key } } : {};
}

/** The keys of what a member sent without success, in the browser's storage: a reload keeps the text too. */
const SENT = "sent:";
/** The server forgets a key after a day. */
const DAY_MS = 86_400_000;

type Sent = { key: string; at: number };
/** Where the key of each request is stored. */
const places = new WeakMap<Request, string>();
const lost = new WeakMap<Error, Request>();

/** Answers after which the same may still be written: the server is busy, or writes it just now. */
const UNDECIDED = new Set([408, 409, 425, 429]);

/** Gives what is sent a key, the same again where the answer was lost; the same words later on purpose get another. */
const sendOnce: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.method !== "POST" || !CREATING.has(schemaPath)) return;
    // What waited to be sent has its key.
    if (request.headers.has(KEY_HEADER)) return;
    const place = placeOf(request.url, await request.clone().text());
    const key = keyAt(place) ?? newKey();
    forgetOld();
    storage.set(place, JSON.stringify({ key, at: Date.now() } satisfies Sent));
    request.headers.set(KEY_HEADER, key);
    places.set(request, place);
  },
  onResponse({ request, response }) {
    if (isFinal(response.status)) forget(request);
  },
  onError({ request, error }) {
    if (error instanceof Error) lost.set(error, request);
  },
};

api.use(sendOnce);

/** Whether the server has decided about what was sent: only then may it be sent with another key. */
export function isFinal(status: number): boolean {
  return status > 0 && status < 500 && !UNDECIDED.has(status);
}

/** Hands over the key of a call that got no answer, for who sends the same later. */
export function takeKey(error: Error): string | undefined {
  const request = lost.get(error);
  if (!request) return undefined;
  forget(request);
  return request.headers.get(KEY_HEADER) ?? undefined;
}

function placeOf(url: string, body: string): string {
  return `${SENT}${session.get().user?.id}:${new URL(url).pathname} ${hashOf(body)}`;
}

function keyAt(place: string): string | undefined {
  const isRecent = (sent: unknown): sent is Sent =>
    typeof sent === "object" && sent !== null && Date.now() - (sent as Sent).at < DAY_MS;
  return storage.getJson(place, isRecent)?.key;
}

function forgetOld() {
  for (const place of storage.keys())
    if (place.startsWith(SENT) && !keyAt(place)) storage.remove(place);
}

function forget(request: Request) {
  const place = places.get(request);
  if (place) storage.remove(place);
}

/** `crypto.randomUUID` needs HTTPS, which a forum of a home network may lack. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

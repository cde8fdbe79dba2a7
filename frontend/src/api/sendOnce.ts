import type { Middleware } from "openapi-fetch";
import { api } from "./client";

/** The calls that create what members would see twice; their modules import this one. */
const CREATING = new Set([
  "/api/forum/{id}/posts",
  "/api/post/{postId}/replies",
  "/api/contacts/{userId}",
  "/api/posts/{id}/report",
  "/api/replies/{id}/report",
  "/api/contacts/{userId}/messages/{messageId}/report",
]);

/** The key of what was last sent to an address without success. */
const unanswered = new Map<string, { body: string; key: string }>();

/** Gives what is sent a key, the same again where the answer was lost; the same words later on purpose get another. */
const sendOnce: Middleware = {
  async onRequest({ request, schemaPath }) {
    if (request.method !== "POST" || !CREATING.has(schemaPath)) return;
    const body = await request.clone().text();
    const known = unanswered.get(request.url);
    const key = known?.body === body ? known.key : newKey();
    unanswered.set(request.url, { body, key });
    request.headers.set("Idempotency-Key", key);
  },
  onResponse({ request, response }) {
    if (response.ok && request.headers.has("Idempotency-Key")) unanswered.delete(request.url);
  },
};

api.use(sendOnce);

/** `crypto.randomUUID` needs HTTPS, which a forum of a home network may lack. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

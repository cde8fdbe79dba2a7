/** Events of a service worker, which TypeScript's DOM types lack. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
};
/** What the page tells the worker: who is signed in. The answers to all others are forgotten. */
export type Message = { member: number | undefined };
export type WorkerMessage = ExtendableEvent & { data: Message };

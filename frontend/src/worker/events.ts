/** Events of a service worker, which TypeScript's DOM types lack. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};
/** What the page tells the worker. */
export type Message =
  /** Who is signed in: the answers to all others are forgotten. */
  | { kind: "member"; id: number | undefined }
  /** A new version takes over. */
  | { kind: "take-over" };
export type WorkerMessage = ExtendableEvent & { data: Message };

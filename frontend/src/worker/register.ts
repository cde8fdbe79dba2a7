import { connection } from "../api/connection";
import { session } from "../api/session";
import { trustedScriptUrl } from "../ui/trusted";
import type { Message } from "./events";
import { SHELL } from "./shell";

/** How often a page that stays open asks for a new version, when it is looked at. */
const UPDATE_MS = 3_600_000;

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** The service worker, registered at the first call; none where the browser has or allows none. Never fails. */
export function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  registration ??= register().catch(() => undefined);
  return registration;
}

async function register() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  const registered = await navigator.serviceWorker.register(trustedScriptUrl("/sw.js"));
  const isFirst = !navigator.serviceWorker.controller;
  void tellMember();
  session.subscribe(() => void tellMember());
  followVersions(registered);
  if (isFirst) keepLoaded();
  return registered;
}

function tell(worker: ServiceWorker | null, message: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such argument
  worker?.postMessage(message);
}

/** The worker keeps answers for who is signed in, and forgets those for everybody else. */
async function tellMember() {
  const { active } = await navigator.serviceWorker.ready;
  const { token, user } = session.get();
  tell(active, { kind: "member", id: token ? user?.id : undefined });
}

/** The first visit has loaded its files, such as the language, without the worker: now it gets them too. */
function keepLoaded() {
  const load = () => {
    for (const { name } of performance.getEntriesByType("resource"))
      if (new URL(name).pathname.startsWith("/assets/")) void fetch(name).catch(() => undefined);
  };
  navigator.serviceWorker.addEventListener("controllerchange", load, { once: true });
}

function followVersions(registered: ServiceWorkerRegistration) {
  void noteVersion(registered);
  registered.addEventListener("updatefound", () => {
    registered.installing?.addEventListener("statechange", () => void noteVersion(registered));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => void noteVersion(registered));
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < UPDATE_MS) return;
    asked = Date.now();
    registered.update().catch(() => undefined);
  });
}

/** An open page is of an older version than the newest one in this browser, or takes it over if it is of that one. */
async function noteVersion({ installing, waiting }: ServiceWorkerRegistration) {
  const newest = (await caches.keys()).findLast((name) => name.startsWith(SHELL));
  if (installing || !newest || !navigator.serviceWorker.controller) return;
  const main = `/${newest.slice(SHELL.length)}`;
  const isOutdated = ![...document.scripts].some(({ src }) => src.endsWith(main));
  if (isOutdated) connection.set({ ...connection.get(), isOutdated });
  else tell(waiting, { kind: "take-over" });
}

/** Loads the new version, which comes from the server; other tabs stay on theirs until they load anew. */
export async function takeNewVersion(): Promise<void> {
  tell((await registration)?.waiting ?? null, { kind: "take-over" });
  location.reload();
}

import { connection } from "../api/connection";
import { session } from "../api/session";
import { trustedScriptUrl } from "../ui/trusted";
import type { Message } from "./events";
import { versions } from "./shell";

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

/** The worker keeps answers for who is signed in, and forgets those for everybody else. */
async function tellMember() {
  const { active } = await navigator.serviceWorker.ready;
  const { token, user } = session.get();
  const message: Message = { member: token ? user?.id : undefined };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's has no such argument
  active?.postMessage(message);
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
  const watch = () => {
    void noteVersion();
    registered.installing?.addEventListener("statechange", () => void noteVersion());
  };
  watch();
  registered.addEventListener("updatefound", watch);
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - asked < UPDATE_MS) return;
    asked = Date.now();
    registered.update().catch(() => undefined);
  });
}

/** Whether the page is of an older version in this browser than the latest. A reload brings that from the server. */
async function noteVersion() {
  const [, ...older] = await versions();
  const isOutdated = older.some((version) =>
    [...document.scripts].some(({ src }) => src.endsWith(`/${version}`)),
  );
  connection.set({ ...connection.get(), isOutdated });
}

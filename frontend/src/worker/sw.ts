import type { ExtendableEvent, FetchEvent, WorkerMessage } from "./events";
import {
  handleNotificationClick,
  handlePush,
  type NotificationClick,
  type PushEvent,
} from "./push";
import { keepOnly, read } from "./reads";
import { kindOf } from "./requests";
import { file, install, screen, type Build } from "./shell";

/** The build replaces it (scripts/service-worker.ts). */
declare const BUILD: Build;

/** The service worker's global scope, which TypeScript's DOM types lack. */
const worker = globalThis as unknown as {
  addEventListener: {
    (type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
    (type: "message", listener: (event: WorkerMessage) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
    (type: "push", listener: (event: PushEvent) => void): void;
    (type: "notificationclick", listener: (event: NotificationClick) => void): void;
  };
  clients: { claim: () => Promise<void> };
};

const { version } = BUILD;
const files = new Set(BUILD.files);

worker.addEventListener("install", (event) => event.waitUntil(install(BUILD)));

worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("message", (event) => event.waitUntil(keepOnly(event.data.member)));

worker.addEventListener("push", handlePush);

worker.addEventListener("notificationclick", handleNotificationClick);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const until = (work: Promise<unknown>) => event.waitUntil(work);
  const kind = kindOf(request, location.origin, files);
  if (kind === "screen") event.respondWith(screen(request));
  else if (kind === "file") event.respondWith(file(request, version, until));
  else if (kind === "read") event.respondWith(read(request, until));
});

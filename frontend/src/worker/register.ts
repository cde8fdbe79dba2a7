import { trustedScriptUrl } from "../ui/trusted";

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** The service worker, registered at the first call; none where the browser has or allows none. Never fails. */
export function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  registration ??= register().catch(() => undefined);
  return registration;
}

async function register() {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  return navigator.serviceWorker.register(trustedScriptUrl("/sw.js"));
}

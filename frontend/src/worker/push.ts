/** Messages of the server, shown by the service worker while no page needs to be open. */

/** What the server sends. */
type Message = { title: string; body: string; url: string; tag: string; unread: number };

type Waiting = { waitUntil: (work: Promise<unknown>) => void };
export type PushEvent = Waiting & { data: { json: () => unknown } | null };
export type NotificationClick = Waiting & { notification: Notification };

type Tab = {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
};

/** The service worker's global scope, which TypeScript's DOM types lack. */
const worker = globalThis as unknown as {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: true }) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};

/** Shows a message; browsers want every one to be shown. */
export function handlePush(event: PushEvent): void {
  if (event.data) event.waitUntil(show(event.data.json() as Message));
}

async function show({ title, body, url, tag, unread }: Message) {
  const icon = await siteIcon();
  await worker.registration.showNotification(title, { body, tag, icon, data: url });
  // Some browsers have no such number.
  await navigator.setAppBadge?.(unread).catch(() => undefined);
}

/** The icon of the site, if its manifest can be read. */
async function siteIcon(): Promise<string | undefined> {
  try {
    const manifest = await fetch("/manifest.webmanifest");
    const { icons } = (await manifest.json()) as { icons: { src: string }[] };
    // Not all browsers draw vectors here.
    return (icons.find(({ src }) => !src.endsWith(".svg")) ?? icons[0])?.src;
  } catch {
    return undefined;
  }
}

/** Goes to what the message is about. */
export function handleNotificationClick(event: NotificationClick): void {
  event.notification.close();
  event.waitUntil(open(new URL(String(event.notification.data), location.origin)));
}

/** In the tab that shows it, or in a new one: others may hold what was typed. */
async function open(address: URL) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => withoutHash(new URL(url)) === withoutHash(address));
  if (!tab) return worker.clients.openWindow(address.href);
  await tab.focus();
  // The same address again would load the page anew.
  if (tab.url !== address.href) await tab.navigate(address.href);
}

function withoutHash({ origin, pathname, search }: URL): string {
  return origin + pathname + search;
}

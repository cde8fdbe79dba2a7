import { api, unwrap } from "../../api/client";
import { claimsOf } from "../../api/endSession";
import { session } from "../../api/session";
import { storage } from "../../storage";
import { workerRegistration } from "../../worker/register";
import { PUSH_KEY } from "./useRenewedPush";

/** Whether this browser shows notifications while no page is open. On iPhones it must be installed first. */
export type DeviceState = "unsupported" | "install-first" | "blocked" | "off" | "on";

export async function deviceState(): Promise<DeviceState> {
  if (!("PushManager" in globalThis && "Notification" in globalThis))
    return "standalone" in navigator && !navigator.standalone ? "install-first" : "unsupported";
  if (!(await workerRegistration())) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return storage.get(PUSH_KEY)?.startsWith(`[${session.get().user?.id},`) && (await subscribed())
    ? "on"
    : "off";
}

/** Asks for the permission, and subscribes this browser for the session. */
export async function turnOn(): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== "granted") return deviceState();
  const { publicKey } = await unwrap(api.GET("/api/push"));
  const manager = await pushManager();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager.subscribe(options).catch(async () => {
    // It may be subscribed with an earlier key of the site.
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  });
  await tell(subscription);
  return "on";
}

export async function turnOff(): Promise<DeviceState> {
  storage.remove(PUSH_KEY);
  const subscription = await subscribed();
  if (subscription) {
    const { endpoint } = subscription;
    await unwrap(api.DELETE("/api/push/subscriptions", { body: { endpoint } }));
    await subscription.unsubscribe();
  }
  return "off";
}

/** A new session of the same member takes over the subscription of the last one, which ended with it. */
export async function renew(): Promise<void> {
  const kept = storage.get(PUSH_KEY);
  if (!kept?.startsWith(`[${session.get().user?.id},`) || !(await workerRegistration())) return;
  const subscription = await subscribed();
  if (subscription && kept !== valueOf(subscription)) await tell(subscription);
}

async function tell(subscription: PushSubscription) {
  const { keys } = subscription.toJSON();
  const { endpoint } = subscription;
  const body = { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
  await unwrap(api.PUT("/api/push/subscriptions", { body }));
  storage.set(PUSH_KEY, valueOf(subscription));
}

function valueOf({ endpoint }: PushSubscription): string {
  const { user, token } = session.get();
  return JSON.stringify([user?.id, claimsOf(token).sid, endpoint]);
}

/** Of the worker once it is active, which subscribing needs. */
async function pushManager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

async function subscribed(): Promise<PushSubscription | null> {
  if (Notification.permission !== "granted") return null;
  return (await pushManager()).getSubscription();
}

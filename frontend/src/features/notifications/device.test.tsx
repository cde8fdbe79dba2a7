import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { LATER, post, signIn, tokenUntil } from "../../../test/fixtures";
import { answer, refuse } from "../../../test/server";
import { session } from "../../api/session";
import { storage } from "../../storage";
import { renew } from "./device";

vi.mock("../../worker/register", () => ({ workerRegistration: () => registration() }));

const ENDPOINT = "https://push.example/send/1";
const KEYS = { p256dh: "public", auth: "secret" };
const ALL = {
  reply: true,
  mention: true,
  watchedPost: true,
  watchedForum: true,
  autoWatch: true,
  push: true,
  mail: "off" as const,
};

let registration: () => Promise<unknown>;
let subscription: {
  endpoint: string;
  toJSON: () => unknown;
  unsubscribe: () => Promise<boolean>;
} | null;
const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<unknown>>();
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();
let permission: NotificationPermission;

const made = () => ({
  endpoint: ENDPOINT,
  toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }),
  unsubscribe: vi.fn<() => Promise<boolean>>(() => {
    subscription = null;
    return Promise.resolve(true);
  }),
});

function grant(answered: NotificationPermission) {
  requestPermission.mockImplementation(() => {
    permission = answered;
    return Promise.resolve(answered);
  });
}

beforeEach(() => {
  [permission, subscription] = ["default", null];
  subscribe.mockReset();
  subscribe.mockImplementation(() => Promise.resolve((subscription = made())));
  const pushManager = { subscribe, getSubscription: () => Promise.resolve(subscription) };
  registration = () => Promise.resolve({ pushManager });
  vi.stubGlobal("PushManager", Object);
  vi.stubGlobal("Notification", {
    requestPermission,
    get permission() {
      return permission;
    },
  });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  });
  grant("granted");
});

function atSettings() {
  signIn();
  answer("get", "/api/notifications/settings", ALL);
  answer("get", "/api/push", { publicKey: "key" });
  const subscribed = answer("put", "/api/push/subscriptions", { endpoint: ENDPOINT });
  const ended = answer("delete", "/api/push/subscriptions", null, { status: 204 });
  return { ...visit("/settings/notifications"), subscribed, ended };
}

const section = () => screen.findByRole("region", { name: "On this device" });
const on = () => screen.findByRole("button", { name: "Turn on notifications" });

test("a device that is on says that the member's choice is off", async () => {
  const { user } = atSettings();
  const saved = answer("put", "/api/notifications/settings", { ...ALL, push: false });
  await user.click(await on());
  expect(await screen.findByText(/^This device shows notifications/u)).toBeVisible();
  await user.click(await screen.findByRole("checkbox", { name: "On my devices, too" }));
  const off = "gets nothing while “On my devices, too” is off";
  await waitFor(() => expect(screen.getByText(new RegExp(off, "u"))).toBeVisible());
  expect(saved[0]?.body).toEqual({ ...ALL, push: false });
});

test("a click asks for the permission and subscribes, another one ends it", async () => {
  const { user, subscribed, ended } = atSettings();
  const button = await on();
  expect(requestPermission).not.toHaveBeenCalled();
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Turn off" }));
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: "key" });
  expect(subscribed[0]?.body).toEqual({ endpoint: ENDPOINT, keys: KEYS });
  expect(await on()).toBeVisible();
  expect(ended[0]?.body).toEqual({ endpoint: ENDPOINT });
  expect(subscription).toBeNull();
});

test("who refuses the permission reads how to allow it", async () => {
  grant("denied");
  const { user, subscribed } = atSettings();
  await user.click(await on());
  await waitFor(async () =>
    expect(await section()).toHaveTextContent("Your browser blocks notifications"),
  );
  expect(screen.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
  expect(subscribed).toHaveLength(0);
});

test("an iPhone is told to install the site first", async () => {
  Reflect.deleteProperty(globalThis, "PushManager");
  Object.defineProperty(navigator, "standalone", { configurable: true, value: false });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "standalone"));
  atSettings();
  await waitFor(async () => expect(await section()).toHaveTextContent("add this site to the Home"));
});

test("other browsers without push say so", async () => {
  Reflect.deleteProperty(globalThis, "PushManager");
  atSettings();
  await waitFor(async () => expect(await section()).toHaveTextContent("This browser can't show"));
});

test("without a worker nothing is offered", async () => {
  registration = () => Promise.resolve(undefined);
  atSettings();
  await waitFor(async () => expect(await section()).toHaveTextContent("This browser can't show"));
});

test("an earlier key of the site is replaced", async () => {
  subscription = made();
  subscribe.mockImplementationOnce(() => Promise.reject(new DOMException("", "InvalidStateError")));
  const { user, subscribed } = atSettings();
  await user.click(await on());
  expect(await screen.findByRole("button", { name: "Turn off" })).toBeVisible();
  expect(subscribe).toHaveBeenCalledTimes(2);
  expect(subscribed).toHaveLength(1);
});

test("a refusal says why, and leaves it off", async () => {
  const { user } = atSettings();
  const title = "At most 10 devices can get notifications. Turn them off on another one.";
  refuse("put", "/api/push/subscriptions", 409, { detail: title });
  await user.click(await on());
  expect(await screen.findByText(/At most 10 devices/)).toBeVisible();
  expect(await on()).toBeVisible();
});

test("the next session of the member takes the subscription over, that of another one does not", async () => {
  const { user } = atSettings();
  await user.click(await on());
  await screen.findByRole("button", { name: "Turn off" });
  const again = answer("put", "/api/push/subscriptions", { endpoint: ENDPOINT });
  await renew();
  expect(again).toHaveLength(0);
  session.set({ token: tokenUntil(LATER, 2) });
  await waitFor(() => expect(again).toHaveLength(1));
  const kept = storage.get("push");
  signIn({ id: 99 });
  await renew();
  expect(again).toHaveLength(1);
  expect(storage.get("push")).toBe(kept);
});

test("the second watched thread offers notifications, until that is dismissed", async () => {
  signIn();
  answer("get", "/api/push", { publicKey: "key" });
  answer("get", "/api/posts/{id}", ({ url }) => {
    const id = Number(url.pathname.split("/").at(-1));
    return post({ id, title: `Tea ${id}`, watch: "watching" });
  });
  answer("get", "/api/posts/{postId}/replies", []);
  const { user, router } = visit("/posts/1");
  await screen.findByRole("heading", { name: "Tea 1" });
  await waitFor(() => expect(storage.get("push-hint")).toBe("1"));
  expect(screen.queryByText("Get told when someone answers?")).toBeNull();
  await router.navigate("/posts/2");
  expect(await screen.findByText("Get told when someone answers?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("Get told when someone answers?")).toBeNull();
  expect(storage.get("push-hint")).toBe("no");
});

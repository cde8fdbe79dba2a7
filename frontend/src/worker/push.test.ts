import { beforeEach, expect, test, vi } from "vitest";
import { handleNotificationClick, handlePush, type NotificationClick } from "./push";

const at = (path: string) => `${location.origin}${path}`;
const message = {
  title: "bob replied to you",
  body: "Oolong",
  url: "/posts/1#reply-2",
  tag: "post-1",
};

const showNotification = vi.fn<ServiceWorkerRegistration["showNotification"]>();
const setAppBadge = vi.fn<(count: number) => Promise<void>>();
const matchAll = vi.fn<() => Promise<unknown[]>>();
const openWindow = vi.fn<(url: string) => Promise<void>>();

beforeEach(() => {
  for (const mock of [showNotification, setAppBadge, matchAll, openWindow]) mock.mockReset();
  setAppBadge.mockResolvedValue();
  vi.stubGlobal("registration", { showNotification });
  vi.stubGlobal("clients", { matchAll, openWindow });
  vi.stubGlobal("navigator", { setAppBadge });
});

async function push(data: unknown) {
  const works: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => works.push(work);
  handlePush({ waitUntil, data: { json: () => data } });
  await Promise.all(works);
}

async function click(tabs: unknown[], url = message.url) {
  matchAll.mockResolvedValue(tabs);
  const works: Promise<unknown>[] = [];
  const notification = { close: vi.fn<() => void>(), data: url };
  const waitUntil = (work: Promise<unknown>) => works.push(work);
  handleNotificationClick({ waitUntil, notification } as unknown as NotificationClick);
  await Promise.all(works);
  expect(notification.close).toHaveBeenCalled();
}

const tab = (path: string) => ({
  url: at(path),
  focus: vi.fn<() => Promise<void>>(),
  navigate: vi.fn<(url: string) => Promise<void>>(),
});

test("a message is shown with the site's icon, and counted", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ icons: [{ src: "/a.svg" }, { src: "/icon.png" }] })),
  );
  await push({ ...message, unread: 3 });
  const options = { body: "Oolong", tag: "post-1", icon: "/icon.png", data: "/posts/1#reply-2" };
  expect(showNotification).toHaveBeenCalledExactlyOnceWith("bob replied to you", options);
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
});

test("a message is shown without an icon and a number, too", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("navigator", {});
  await push({ ...message, unread: 1 });
  expect(showNotification.mock.calls[0]?.[1]?.icon).toBeUndefined();
});

test("a click goes to the tab that shows the post", async () => {
  const [other, same] = [tab("/posts/2"), tab("/posts/1")];
  await click([other, same]);
  expect(same.focus).toHaveBeenCalled();
  expect(same.navigate).toHaveBeenCalledExactlyOnceWith(at("/posts/1#reply-2"));
  expect(other.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test("a tab that is there already is not loaded anew", async () => {
  const same = tab("/posts/1#reply-2");
  await click([same]);
  expect(same.focus).toHaveBeenCalled();
  expect(same.navigate).not.toHaveBeenCalled();
});

test("a click opens a new tab where none shows the post", async () => {
  await click([tab("/posts/2"), tab("/create-post")]);
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(at("/posts/1#reply-2"));
});

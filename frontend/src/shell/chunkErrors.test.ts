import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { server } from "../../test/server";
import { isChunkError, reloadIfReachable, reloadOnce, watchChunkErrors } from "./chunkErrors";

const failed = new TypeError("Whatever the browser says");
const reload = vi.fn<() => void>();

beforeAll(() => {
  watchChunkErrors();
  dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: failed }));
});
beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal("location", { href: "http://localhost/forums", reload });
});

function reachable(there: boolean) {
  server.use(http.head("*/forums", () => (there ? new HttpResponse() : HttpResponse.error())));
}

test("a failed chunk reloads the page once", async () => {
  reachable(true);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an unreachable page stays and can be reloaded", async () => {
  reachable(false);
  await reloadOnce(failed);
  expect(await reloadIfReachable()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  reachable(true);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([401, 404, 503])("a server that answers %i is reachable", async (status) => {
  server.use(http.head("*/forums", () => new HttpResponse(null, { status })));
  expect(await reloadIfReachable()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("other errors do not reload the page", async () => {
  reachable(true);
  expect(isChunkError(failed)).toBe(true);
  await reloadOnce(new TypeError("Failed to fetch dynamically imported module"));
  await reloadOnce(undefined);
  expect(reload).not.toHaveBeenCalled();
});

test("blocked sessionStorage prevents automatic reloads", async () => {
  reachable(true);
  vi.spyOn(globalThis, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  await reloadOnce(failed);
  expect(reload).not.toHaveBeenCalled();
  await reloadIfReachable();
  expect(reload).toHaveBeenCalledTimes(1);
});

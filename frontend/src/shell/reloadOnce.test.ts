import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { server } from "../../test/server";
import { reloadOnce } from "./reloadOnce";

const failed = new TypeError("Failed to fetch dynamically imported module: https://x/a.js");
const reload = vi.fn<() => void>();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal("location", { href: "http://localhost/forums", reload });
});

function reachable(there: boolean) {
  server.use(http.head("*/forums", () => (there ? new HttpResponse() : HttpResponse.error())));
}

test("a part of the app that could not be fetched loads the page anew, once", async () => {
  reachable(true);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page that could not be loaded either stays, and can be loaded anew later", async () => {
  reachable(false);
  await reloadOnce(failed);
  expect(reload).not.toHaveBeenCalled();
  reachable(true);
  await reloadOnce(failed);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("any other failure is no reason to", async () => {
  reachable(true);
  await reloadOnce(new RangeError("Invalid time value"));
  await reloadOnce(undefined);
  expect(reload).not.toHaveBeenCalled();
});

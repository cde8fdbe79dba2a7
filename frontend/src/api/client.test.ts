import { expect, test, vi } from "vitest";
import { answer, refuse, unreachable } from "../../test/server";
import { forum, LATER, signIn, tokenUntil } from "../../test/fixtures";
import { ApiError, failureText } from "../error";
import { api, nextCursor, replaceToken, unwrap, unwrapPage } from "./client";
import { session } from "./session";
import { isExpired } from "./token";

const list = () => unwrapPage(api.GET("/forums", { params: { query: {} } }));

test("requests have the token once there is one", async () => {
  const calls = answer("get", "/forums", [forum()]);
  await list();
  signIn();
  await list();
  expect(calls.map(({ token }) => token)).toEqual([null, `Bearer ${tokenUntil(LATER)}`]);
});

test("the next cursor comes out of the Link header", () => {
  expect(nextCursor('</forums?cursor=a%20b>; rel="next"')).toBe("a b");
  expect(nextCursor('</forums>; rel="prev"')).toBeUndefined();
  expect(nextCursor(null)).toBeUndefined();
});

test("exp counts in seconds", () => {
  expect(isExpired(tokenUntil(1000), 999_999)).toBe(false);
  expect(isExpired(tokenUntil(1000), 1_000_000)).toBe(true);
  expect(isExpired("not a token")).toBe(true);
});

test("an expired token is rejected before anything is sent", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const calls = answer("get", "/forums", []);
  signIn();
  session.set({ token: tokenUntil(1) });
  await expect(list()).rejects.toBeInstanceOf(ApiError);
  expect(log).toHaveBeenCalledWith("Token has expired");
  expect(calls).toHaveLength(0);
  expect(localStorage.getItem("token")).toBeNull();
});

test("a 401 ends the session, and one for an older token does not", async () => {
  signIn();
  refuse("get", "/forums", 401);
  await expect(list()).rejects.toMatchObject({ status: 401 });
  expect(session.get().token).toBe("");
});

test("a 401 for a token that is being replaced does not end the session", async () => {
  signIn();
  refuse("get", "/forums", 401);
  const answered = Promise.withResolvers<{ token: string }>();
  const isReplaced = replaceToken(answered.promise);
  await expect(list()).rejects.toMatchObject({ status: 401 });
  answered.resolve({ token: "fresh" });
  expect(await isReplaced).toBe(true);
  expect(session.get().token).toBe("fresh");
});

test("a 401 ends the session if its token could not be replaced", async () => {
  signIn();
  refuse("get", "/forums", 401);
  await expect(replaceToken(list().then(() => ({ token: "fresh" })))).rejects.toMatchObject({
    status: 401,
  });
  expect(session.get().token).toBe("");
});

test("unreachable servers and impossible requests differ", async () => {
  unreachable("get", "/forums");
  const error = await list().catch((reason: unknown) => reason);
  expect(failureText(error, String)).toBe("Server could not be reached.");
  const broken = await unwrap(Promise.reject(new TypeError("bad"))).catch(
    (reason: unknown) => reason,
  );
  expect(failureText(broken, String)).toBe("Request could not be created.");
});

test("a server that hangs counts as unreachable", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal(
    "fetch",
    (_: Request, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  );
  const waiting = list().catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(failureText(await waiting, String)).toBe("Server could not be reached.");
});

test("a response without a problem document keeps its status", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response("<html>", { status: 502, statusText: "Bad Gateway" })),
  );
  const error = await list().catch((reason: unknown) => reason);
  expect(failureText(error, (text) => text)).toBe("Bad Gateway");
});

import { expect, test } from "vitest";
import { cacheOf, kindOf } from "./requests";

const ORIGIN = "https://forum.example";
const FILES = new Set(["/theme.js"]);

const bearer = (sub: string) => `Bearer head.${btoa(JSON.stringify({ sub }))}.sign`;
const kind = (path: string, { method = "GET", mode = "cors", accept = "application/json" } = {}) =>
  kindOf(
    {
      method,
      mode: mode as RequestMode,
      url: new URL(path, ORIGIN).href,
      headers: new Headers({ Accept: accept }),
    },
    ORIGIN,
    FILES,
  );

test.each(["/", "/posts/11", "/u/j.doe", "/messages/7", "/forums/3/create-post"])(
  "%s is a screen",
  (path) => expect(kind(path, { mode: "navigate", accept: "text/html" })).toBe("screen"),
);

test.each([
  "/api/docs",
  "/login",
  "/login/oidc/acme/callback",
  "/feed.atom",
  "/sitemap.xml",
  "/images/u/a.webp",
])("the navigation to %s is left to the browser", (path) =>
  expect(kind(path, { mode: "navigate", accept: "text/html" })).toBeUndefined(),
);

test("the app's files are answered, pictures are not", () => {
  for (const path of ["/assets/index-abcdefg.js", "/theme.js"])
    expect(kind(path, { accept: "*/*" })).toBe("file");
  expect(kind("/images/u/a.webp", { accept: "image/*" })).toBeUndefined();
});

test.each(["/forums", "/api/posts/11/replies?sort=old", "/api/contacts", "/api/user/1"])(
  "%s is read",
  (path) => expect(kind(path)).toBe("read"),
);

test.each([
  "/api/events",
  "/api/posts/3/events",
  "/api/user/1/export",
  "/api/user/1/sessions",
  "/api/openapi.json",
  "/login/passkey/options",
  "https://elsewhere.example/forums",
])("%s never passes through the worker", (path) => expect(kind(path)).toBeUndefined());

test("what changes something and what is streamed never passes through the worker", () => {
  for (const method of ["POST", "PUT", "DELETE", "HEAD"])
    expect(kind("/api/posts/11", { method })).toBeUndefined();
  expect(kind("/api/events", { accept: "text/event-stream" })).toBeUndefined();
});

test("each member has a cache of their own, programs have none", () => {
  const of = (authorization: string) => cacheOf(new Headers({ Authorization: authorization }));
  expect(cacheOf(new Headers())).toBe("visitor");
  expect(of(bearer("5"))).toBe("member-5");
  expect(of(bearer("6"))).toBe("member-6");
  expect(of("Bearer pu_0123456789")).toBeUndefined();
});

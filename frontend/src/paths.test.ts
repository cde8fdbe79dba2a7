import { expect, test } from "vitest";
import { safeNext } from "./paths";

test.each(["/", "/messages", "/posts/3?sort=top#reply-9", "/forums?keyword=%2F%2Fevil.example"])(
  "the login leads on to %s",
  (next) => expect(safeNext(next)).toBe(next),
);

test.each([
  null,
  "",
  "messages",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "/\t\\evil.example",
  " //evil.example",
  "\u0001//evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2e//evil.example",
  "//evil.example:8080/x",
  "//user@evil.example",
  "//[",
  "https:evil.example",
  "https://evil.example",
  "HTTPS:/evil.example",
  "http:\\\\evil.example",
  "javascript:alert(1)",
  "/\tjavascript:alert(1)//\n/evil",
  "java\nscript:alert(1)",
  "data:text/html,evil",
  "blob:https://evil.example/1",
  "%2f%2fevil.example",
  "%5c%5cevil.example",
])("the login leads to no other site by %j", (next) => {
  const target = new URL(safeNext(next), location.origin);
  expect(target.origin).toBe(location.origin);
  expect(target.pathname).not.toMatch(/^\/[/\\]/);
  expect(safeNext(next)).toMatch(/^\/(?![/\\])/);
});

test("a path that only looks like another site stays a path", () => {
  expect(safeNext("/%2Fevil.example")).toBe("/%2Fevil.example");
  expect(safeNext("/@evil.example")).toBe("/@evil.example");
});

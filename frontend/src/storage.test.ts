import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storage } from "./storage";

const isNumber = (value: unknown): value is number => typeof value === "number";
afterEach(() => storage.keys().forEach(storage.remove));

describe("where the browser blocks localStorage", () => {
  beforeEach(() => {
    const blocked = vi.spyOn(globalThis, "localStorage", "get");
    blocked.mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
  });

  test("values live as long as the page", () => {
    expect(storage.get("theme")).toBeNull();
    storage.set("theme", "dark");
    expect(storage.get("theme")).toBe("dark");
    expect(storage.keys()).toEqual(["theme"]);
    storage.remove("theme");
    expect(storage.get("theme")).toBeNull();
  });

  test("the app starts, signed out", async () => {
    vi.resetModules();
    const { session } = await import("./api/session");
    const { prefetch } = await import("./api/early");
    expect(session.get()).toEqual({ token: "", user: null, access: [] });
    expect(() => prefetch(new URL("/login", location.origin))).not.toThrow();
  });
});

test("a full localStorage keeps the newer value in memory", () => {
  storage.set("draft", "old");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  storage.set("draft", "new");
  expect(storage.get("draft")).toBe("new");
  expect(localStorage.getItem("draft")).toBe("old");
});

test.each([
  ["{", null],
  ['"7"', null],
  ["7", 7],
])("JSON of another shape is nothing: %s", (text, expected) => {
  localStorage.setItem("number", text);
  expect(storage.getJson("number", isNumber)).toBe(expected);
});

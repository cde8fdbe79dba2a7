import { expect, test, vi } from "vitest";
import { plainText, trustedScriptUrl } from "./trusted";

test("plain text leaves spoilers and markup out", () => {
  expect(plainText('<p>Red <span class="spoiler">all</span>&lt;b&gt;</p>')).toBe("Red <b>");
});

test.each(["/assets/worker.js", `${location.origin}/assets/worker.js`])(
  "the script %s is ours",
  (url) => expect(trustedScriptUrl(url)).toBe(url),
);

test.each(["https://evil.example/worker.js", "//evil.example/worker.js", "data:text/javascript,1"])(
  "the script %s is refused",
  (url) => expect(() => trustedScriptUrl(url)).toThrow(TypeError),
);

test("browsers with Trusted Types get values of the policy", async () => {
  const createPolicy = vi.fn<(name: string) => object>(() => ({
    createHTML: (html: string) => ({ html }),
    createScriptURL: (url: string) => ({ url }),
  }));
  vi.stubGlobal("trustedTypes", { createPolicy });
  vi.resetModules();
  const trusted = await import("./trusted");
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith("postup", expect.anything());
  expect(trusted.trustedHtml("<b>")).toEqual({ html: "<b>" });
  expect(trusted.trustedScriptUrl("/a.js")).toEqual({ url: "/a.js" });
  vi.unstubAllGlobals();
});

import { fireEvent } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { prefetchOnHover } from "./prefetchOnHover";

const lazy = vi.fn<() => Promise<object>>(() => Promise.resolve({}));
beforeAll(() => prefetchOnHover([{ path: "/forums", lazy }]));
beforeEach(() => lazy.mockClear());

/** A link with a child element, under the pointer. */
function pointAt(href: string) {
  document.body.innerHTML = `<a href="${href}"><span>There</span></a>`;
  fireEvent.pointerOver(document.querySelector("span")!);
}

test("a link's screen is prefetched on hover and focus", () => {
  pointAt("/forums?sort=recent");
  expect(lazy).toHaveBeenCalledTimes(1);
  fireEvent.focusIn(document.querySelector("a")!);
  expect(lazy).toHaveBeenCalledTimes(2);
});

test("only links to known screens are prefetched", () => {
  pointAt("https://elsewhere.example/forums");
  pointAt("/nothing/here");
  fireEvent.pointerOver(document.body);
  expect(lazy).not.toHaveBeenCalled();
});

test("nothing is fetched ahead without a network", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  pointAt("/forums");
  expect(lazy).not.toHaveBeenCalled();
});

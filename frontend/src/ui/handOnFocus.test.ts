import { expect, test, vi } from "vitest";

test("the focus of an element that left before this was loaded is handed on", async () => {
  vi.resetModules();
  const { handOnFocus } = await import("./handOnFocus");
  document.body.innerHTML = "<main><h1 tabindex='-1'>Forums</h1><button>Retry</button></main>";
  const button = document.querySelector("button");
  button?.focus();
  button?.remove();
  expect(document.body).toHaveFocus();
  handOnFocus(button);
  expect(document.querySelector("h1")).toHaveFocus();
});

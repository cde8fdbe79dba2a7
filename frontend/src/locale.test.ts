import { expect, test } from "vitest";
import { preferredLocale } from "./locale";

test.each([
  ["the chosen language", "de", ["en-GB"], "de"],
  ["the browser's first language that is offered", null, ["fr-FR", "de-AT", "en"], "de"],
  ["English where no language is offered", null, ["fr", "pt-BR"], "en"],
  ["English for a choice that is no longer offered", "xx", [], "en"],
])("prefers %s", (_, chosen, browser, expected) => {
  expect(preferredLocale(chosen, browser)).toBe(expected);
});

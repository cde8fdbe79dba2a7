import { expect, test } from "vitest";
import { preferredLocale } from "./locale";

test.each([
  ["the chosen language", "de", ["en-GB"], "de"],
  ["the browser's first language that is offered", null, ["fi-FI", "de-AT", "en"], "de"],
  ["Brazilian for Portuguese of elsewhere", null, ["pt-PT", "en"], "pt-BR"],
  ["Arabic, not its stand-in for tests", null, ["ar-EG"], "ar"],
  ["English where no language is offered", null, ["fi", "nl-BE"], "en"],
  ["English for a choice that is no longer offered", "xx", [], "en"],
])("prefers %s", (_, chosen, browser, expected) => {
  expect(preferredLocale(chosen, browser)).toBe(expected);
});

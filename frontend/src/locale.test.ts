import { expect, test } from "vitest";
import { preferredLocale } from "./locale";

test.each([
  ["the chosen language", "de", ["en-GB"], "fr", "de"],
  ["the browser's first language that is offered", null, ["fi-FI", "de-AT", "en"], "fr", "de"],
  ["Brazilian for Portuguese of elsewhere", null, ["pt-PT", "en"], "en", "pt-BR"],
  ["Arabic, not its stand-in for tests", null, ["ar-EG"], "en", "ar"],
  ["the language of the site where none is offered", null, ["fi", "nl-BE"], "pt-BR", "pt-BR"],
  ["English where the site has none that is offered", null, ["fi", "nl-BE"], "", "en"],
  ["English for a choice that is no longer offered", "xx", [], "en", "en"],
])("prefers %s", (_, chosen, browser, ofDocument, expected) => {
  expect(preferredLocale(chosen, browser, ofDocument)).toBe(expected);
});

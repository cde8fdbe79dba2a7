import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { ApiError, detailOf, failureText, fieldErrors } from "./error";
import { activateCatalog } from "./i18n";
import { LANGUAGES } from "./languages";
import { loadCatalog } from "./locale";
import { translator } from "./serverSentences";

const translate = translator({
  "It is 5.": "Es ist fünf.",
  "It is {number}.": "Es ist {number}.",
  "{count} of {total} (or {count}) a day?": "Am Tag {total}, davon {count}?",
  "Bad word: {sentence}": "Böses Wort: {sentence}",
  "No “{word}” here": "Hier kein „{word}“",
});

test.each([
  ["the very sentence before a pattern", "It is 5.", "Es ist fünf."],
  ["a pattern with its value", "It is 12.", "Es ist 12."],
  ["values in another order", "1 of 9 (or 1) a day?", "Am Tag 9, davon 1?"],
  ["a sentence within a sentence", "Bad word: It is 5.", "Böses Wort: Es ist fünf."],
  ["a value that is a sentence, as it came", "No “It is 5.” here", "Hier kein „It is 5.“"],
  ["signs of patterns in a value", "No “$& {word}” here", "Hier kein „$& {word}“"],
  ["a sentence without an entry, as it came", "It is 5!", "It is 5!"],
  ["a name of every object, as it came", "constructor", "constructor"],
])("translates %s", (_, sentence, expected) => {
  expect(translate(sentence)).toBe(expected);
});

const LOCALES = Object.keys(LANGUAGES).filter((locale) => locale !== "en");

/** The server's sentences, each with its translation. */
const sentencesIn = (locale: string) =>
  Object.entries(
    JSON.parse(readFileSync(`src/locales/server.${locale}.json`, "utf8")) as Record<string, string>,
  );

test.each(LOCALES)("sentences in %s have the placeholders of their sources", (locale) => {
  const placeholders = (text: string) =>
    text
      .match(/\{\w+\}/g)
      ?.toSorted()
      .join();
  const differing = sentencesIn(locale).filter(
    ([source, translated]) => placeholders(translated) !== placeholders(source),
  );
  expect(differing).toEqual([]);
});

test.each(LOCALES)("sentences that the screens have too are translated alike in %s", (locale) => {
  const catalog = readFileSync(`src/locales/${locale}.po`, "utf8");
  const shared = sentencesIn(locale).filter(([source]) => catalog.includes(msgid(source)));
  expect(shared.length).toBeGreaterThan(5);
  for (const [source, translated] of shared)
    expect(catalog).toContain(`${msgid(source)}msgstr ${JSON.stringify(translated)}`);
});

const msgid = (source: string) => `msgid ${JSON.stringify(source)}\n`;

afterEach(async () => activateCatalog(await loadCatalog("en")));

test("German readers see refusals in German, others as they came", async () => {
  const error = new ApiError("refused", 422, {
    title: "Conflict",
    detail: "Must have at most 500 characters.",
    errors: [{ field: "text", message: "Must not be blank." }],
  });
  const shown = () => [detailOf(error), fieldErrors(error).text, failureText(error, String)];
  expect(shown()).toEqual(["Must have at most 500 characters.", "Must not be blank.", "Conflict"]);
  activateCatalog(await loadCatalog("de"));
  expect(shown()).toEqual([
    "Darf höchstens 500 Zeichen haben.",
    "Darf nicht leer sein.",
    "Konflikt",
  ]);
});

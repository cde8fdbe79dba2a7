import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";
import { LANGUAGES } from "./languages";

const LOCALES = Object.keys(LANGUAGES).filter((locale) => locale !== "en");

/** The messages of a catalog, each with its translation. */
async function pairs(locale: string): Promise<[string, string][]> {
  const filename = `src/locales/${locale}.po`;
  const about = { locale, sourceLocale: "en", filename, existing: null };
  const catalog = await formatter().parse(readFileSync(filename, "utf8"), about);
  return Object.values(catalog).map(({ message, translation }) => [message!, translation!]);
}

type Token =
  | string
  | [name: string, kind?: string, forms?: Record<string, string | Token[] | undefined>];

/** The placeholders and elements of a message, and the forms of its plurals. */
function partsOf(message: string) {
  const names = new Set<string>();
  const plurals: string[][] = [];
  const walk = (tokens: string | readonly Token[]): void => {
    for (const token of typeof tokens === "string" ? [tokens] : tokens) {
      if (typeof token === "string") {
        for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) names.add(tag);
        continue;
      }
      const [name, kind, forms] = token;
      names.add(`{${name}}`);
      if (kind === "plural" && forms) plurals.push(Object.keys(forms));
      for (const form of Object.values(forms ?? {})) if (form) walk(form);
    }
  };
  walk(compileMessageOrThrow(message) as string | Token[]);
  return { names: [...names].toSorted(), plurals };
}

test.each(LOCALES)(
  "messages in %s have the placeholders and links of the English ones",
  async (locale) => {
    const wrong = (await pairs(locale)).filter(
      ([message, translation]) =>
        partsOf(message).names.join() !== partsOf(translation).names.join(),
    );
    expect(wrong).toEqual([]);
  },
);

test.each(LOCALES)("plurals in %s have the forms of the language", async (locale) => {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  // Romance languages use "many" for millions, Arabic "zero" for nothing: both read well as "other".
  const needed = pluralCategories.filter(
    (form) => form !== "zero" && !(form === "many" && locale !== "ar"),
  );
  const wrong = (await pairs(locale)).filter(([, translation]) =>
    partsOf(translation).plurals.some((forms) => needed.some((form) => !forms.includes(form))),
  );
  expect(wrong).toEqual([]);
});

import { i18n } from "@lingui/core";
import type { Catalog, Locale } from "./locale";

const RIGHT_TO_LEFT = new Set<Locale>(["ar", "ar-XB"]);

let translateSentence: Catalog["translate"];

/** A sentence of the server in the language of the screens. */
export function translated(sentence: string): string {
  return translateSentence?.(sentence) ?? sentence;
}

/** Shows all screens in the words of a catalog. */
export function activateCatalog({ locale, messages, translate }: Catalog): void {
  translateSentence = translate;
  // Dates and numbers as the reader's country writes them, but without Arabic digits, whose zero looks like a dot.
  const region = navigator.languages.find((tag) => tag.split("-")[0] === locale) ?? locale;
  const locales = locale === "ar" ? `${region}-u-nu-latn` : region;
  i18n.loadAndActivate({ locale, locales, messages });
  document.documentElement.lang = locale;
  document.documentElement.dir = RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr";
}

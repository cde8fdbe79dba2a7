import type { Messages } from "@lingui/core";
import type { Language } from "./languages";
import { storage } from "./storage";
import type { Translate } from "./serverSentences";

/** Where the chosen language is stored. */
export const LANGUAGE_KEY = "language";
/** The offered languages and the pseudo-locale of the tests. */
export type Locale = Language | "ar-XB";
type Words = {
  messages: Messages;
  /** Translates sentences of the server, which are English. */
  translate?: Translate;
};
export type Catalog = Words & { locale: Locale };

/** A chunk for each language except English, which is compiled into the code (scripts/inline-english.ts). */
const CATALOGS: Record<Locale, () => Promise<Words>> = {
  en: () => Promise.resolve({ messages: {} }),
  de: () => import("./locales/de"),
  es: () => import("./locales/es"),
  fr: () => import("./locales/fr"),
  "pt-BR": () => import("./locales/pt-BR"),
  ja: () => import("./locales/ja"),
  ar: () => import("./locales/ar"),
  "ar-XB": () => import("./locales/ar-XB.po"),
};

/** Loads a catalog; the English one where it can't be fetched. Never fails. */
export async function loadCatalog(locale: Locale): Promise<Catalog> {
  try {
    return { locale, ...(await CATALOGS[locale]()) };
  } catch {
    return { locale: "en", messages: {} };
  }
}

let preferred: Promise<Catalog> | undefined;

/** Loads the catalog of this visit: begun by the early script, awaited before the first render. */
export function loadPreferredCatalog(): Promise<Catalog> {
  preferred ??= loadCatalog(
    preferredLocale(storage.get(LANGUAGE_KEY), navigator.languages, document.documentElement.lang),
  );
  return preferred;
}

/** Returns the chosen locale, else the first of the browser's languages that is offered, else that of the document. */
export function preferredLocale(
  chosen: string | null,
  browser: readonly string[],
  ofDocument: string,
): Locale {
  const known = Object.keys(CATALOGS) as Locale[];
  const offered = (tag: string) =>
    known.find((locale) => locale === tag) ??
    known.find((locale) => locale.split("-")[0] === tag.split("-")[0]);
  return (
    known.find((locale) => locale === chosen) ??
    [...browser, ofDocument].map(offered).find(Boolean) ??
    "en"
  );
}

import { i18n } from "@lingui/core";
import { messages as english } from "./locales/en.po";

/** The languages offered in the settings, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
/** Where the chosen language is stored. */
export const LANGUAGE_KEY = "language";
/** The offered languages and the pseudo-locale of the tests. */
export type Locale = keyof typeof LANGUAGES | "ar-XB";

const CATALOGS: Record<Locale, () => Promise<{ messages: typeof english }>> = {
  en: () => Promise.resolve({ messages: english }),
  de: () => import("./locales/de.po"),
  "ar-XB": () => import("./locales/ar-XB.po"),
};
const RIGHT_TO_LEFT = new Set<Locale>(["ar-XB"]);

/** Loads the catalog of a locale and shows all screens in it; English if the catalog can't be fetched. */
export async function activateLocale(wanted: Locale): Promise<void> {
  const loaded = await CATALOGS[wanted]().catch(() => undefined);
  const locale = loaded ? wanted : "en";
  i18n.loadAndActivate({ locale, messages: loaded?.messages ?? english });
  document.documentElement.lang = locale;
  document.documentElement.dir = RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr";
}

/** Returns the chosen locale, else the first of the browser's languages that is offered, else English. */
export function preferredLocale(chosen: string | null, browser: readonly string[]): Locale {
  const isKnown = (tag: string | undefined): tag is Locale =>
    tag !== undefined && Object.hasOwn(CATALOGS, tag);
  if (isKnown(chosen ?? undefined)) return chosen as Locale;
  const bases = browser.map((tag) => tag.split("-")[0]);
  return bases.find(isKnown) ?? "en";
}

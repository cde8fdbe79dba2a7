import { i18n } from "@lingui/core";
import type { Catalog, Locale } from "./locale";

const RIGHT_TO_LEFT = new Set<Locale>(["ar-XB"]);

/** Shows all screens in the words of a catalog. */
export function activateCatalog({ locale, messages }: Catalog): void {
  i18n.loadAndActivate({ locale, messages });
  document.documentElement.lang = locale;
  document.documentElement.dir = RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr";
}

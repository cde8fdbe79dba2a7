import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de", "es", "fr", "pt-BR", "ja", "ar", "ar-XB"],
  fallbackLocales: { default: "en" },
  // For tests alone: accented letters, a third longer, right to left. Text without accents is outside the catalogs.
  pseudoLocale: { locale: "ar-XB", extend: 0.3 },
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["<rootDir>/src"] }],
  orderBy: "messageId",
  format: formatter({ origins: false, lineNumbers: false }),
});

/** The languages offered in the settings, each by its own name. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
  ar: "العربية",
} as const;

export type Language = keyof typeof LANGUAGES;

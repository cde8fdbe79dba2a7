import { storage } from "../storage";
import { createStore } from "./store";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
const KEY = "theme";
const SYSTEM = { light: "(prefers-color-scheme: light)", dark: "(prefers-color-scheme: dark)" };

/** The chosen theme; public/theme.js applies it before the first paint. */
const store = createStore<Theme>(asTheme(document.documentElement.dataset.theme));

export const useTheme = store.use;

export function chooseTheme(theme: Theme): void {
  if (theme === "system") storage.remove(KEY);
  else storage.set(KEY, theme);
  show(theme);
}

/** Another tab's choice is shown here too. */
addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) show(asTheme(storage.get(KEY)));
});

function show(theme: Theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-theme-color]")) {
    const of = meta.dataset.themeColor === "dark" ? "dark" : "light";
    const chosen = theme === of ? "all" : "not all";
    meta.setAttribute("media", theme === "system" ? SYSTEM[of] : chosen);
  }
  store.set(theme);
}

function asTheme(text: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? "system";
}

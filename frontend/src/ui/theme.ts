import { storage } from "../api/storage";
import { createStore } from "./store";
import { useMediaQuery } from "./useMediaQuery";

type Theme = "light" | "dark";
const KEY = "theme";
/** What was chosen; without a choice the system decides. */
const store = createStore(document.documentElement.dataset.theme);

export function useTheme(): [Theme, () => void] {
  const chosen = store.use();
  const system = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const theme = (chosen ?? system) === "dark" ? "dark" : "light";
  return [theme, () => choose(theme === "dark" ? "light" : "dark")];
}

/** Keeps the choice for public/theme.js, which does the same before the first paint of a visit. */
function choose(theme: Theme) {
  storage.set(KEY, theme);
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-theme-color]"))
    meta.setAttribute("media", meta.dataset.themeColor === theme ? "all" : "not all");
  store.set(theme);
}

import { createStore } from "./store";

type Theme = "light" | "dark";
const KEY = "theme";
const store = createStore<Theme | null>(null);

/** Applies the kept choice; without one the system decides. */
export function startTheme(): void {
  const kept = localStorage.getItem(KEY);
  if (kept === "light" || kept === "dark") apply(kept);
}

export function useTheme(): [Theme, () => void] {
  const chosen = store.use();
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = chosen ?? system;
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(KEY, next);
    apply(next);
  };
  return [theme, toggle];
}

function apply(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  store.set(theme);
}

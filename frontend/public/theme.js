// Loaded before the first paint, in which theme and accent must already stand; src/ui/{theme,accent}.ts change them.
(() => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Where the browser blocks localStorage, the system decides.
    }
  };
  const theme = stored("theme");
  if (theme === "light" || theme === "dark") {
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[data-theme-color]"))
      meta.setAttribute("media", meta.dataset.themeColor === theme ? "all" : "not all");
  }
  if (document.querySelector("meta[data-face]"))
    for (const [name, colour] of Object.entries(JSON.parse(stored("accent") ?? "{}")))
      root.style.setProperty(name, colour);
})();

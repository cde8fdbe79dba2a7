// Loaded before the first paint, in which a chosen theme must already stand; src/ui/theme.ts changes it.
(() => {
  let theme;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Where the browser blocks localStorage, the system decides.
  }
  if (theme !== "light" && theme !== "dark") return;
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[data-theme-color]"))
    meta.setAttribute("media", meta.dataset.themeColor === theme ? "all" : "not all");
})();

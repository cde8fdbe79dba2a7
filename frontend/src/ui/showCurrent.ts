/** On narrow screens a row of tabs scrolls: as its `ref`, brings the current one into the middle. */
export function showCurrent(tabs: HTMLElement | null): void {
  const current = tabs?.querySelector("[aria-current]");
  if (!tabs || !current) return;
  const [row, tab] = [tabs.getBoundingClientRect(), current.getBoundingClientRect()];
  tabs.scrollLeft += tab.left + tab.width / 2 - row.left - row.width / 2;
}

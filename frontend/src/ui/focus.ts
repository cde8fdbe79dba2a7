/** Moves the focus to the screen's heading, when the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}

/** Moves the focus to an item of a list, or to the article in it. */
export function focusItem(item: Element): void {
  const target = item.querySelector<HTMLElement>("article") ?? item;
  if (target instanceof HTMLElement) focusInPlace(target);
}

/** Focuses an element that Tab skips; Tab then moves on to its links. */
export function focusInPlace(element: HTMLElement): void {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

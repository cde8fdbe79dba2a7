/** How many ancestors a linked reply is shown with. */
export const ANCESTORS = 3;

/** Scrolls to the last reply of a path, with as many of its ancestors above it as fit. */
export function scrollToReply(path: readonly number[], target: HTMLElement): void {
  const room = visibleHeight(target);
  const { top, height } = target.getBoundingClientRect();
  // For a tall reply its beginning is enough.
  const end = top + Math.min(height, room / 2);
  const fits = (element: HTMLElement) => end - element.getBoundingClientRect().top <= room;
  const ancestors = path
    .slice(0, -1)
    .slice(-ANCESTORS)
    .map((id) => document.getElementById(`reply-${id}`));
  const first = ancestors.find((element) => element && fits(element)) ?? target;
  first.scrollIntoView({ block: "start" });
}

/** The height between the top bar and the bottom bar. */
function visibleHeight(element: HTMLElement): number {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(
    document.documentElement,
  );
  const { scrollMarginBlockStart } = getComputedStyle(element);
  return [scrollPaddingBlockStart, scrollPaddingBlockEnd, scrollMarginBlockStart].reduce(
    (room, length) => room - (Number.parseFloat(length) || 0),
    innerHeight,
  );
}

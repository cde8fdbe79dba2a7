import { onTestFinished } from "vitest";

/** Replacements for browser features that jsdom lacks, controlled by the tests. */
type Observed = { element: Element; tell: IntersectionObserverCallback; threshold: unknown };
let observed: Observed[] = [];

export const inView = {
  reset: () => (observed = []),
  thresholdOf: (element: Element) => observed.find((one) => one.element === element)?.threshold,
  show(element: Element, ratio = 1) {
    for (const one of observed.filter((entry) => entry.element === element))
      one.tell(
        [{ target: element, isIntersecting: ratio > 0, intersectionRatio: ratio } as never],
        {} as IntersectionObserver,
      );
  },
};

class FakeIntersectionObserver {
  readonly thresholds: number[];
  readonly tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.tell = tell;
    this.thresholds = [options?.threshold ?? 0].flat();
  }
  observe(element: Element) {
    observed.push({ element, tell: this.tell, threshold: this.thresholds[0] });
  }
  unobserve(element: Element) {
    observed = observed.filter((one) => one.element !== element);
  }
  disconnect() {
    observed = observed.filter((one) => one.tell !== this.tell);
  }
}
Object.assign(globalThis, { IntersectionObserver: FakeIntersectionObserver });

let width = 1440;
/** Sets the window width for `min-width` media queries. */
export function setWidth(pixels: number) {
  width = pixels;
}
globalThis.matchMedia = (query: string) =>
  ({
    matches: width >= Number(/min-width:\s*(\d+)px/.exec(query)?.[1] ?? Infinity),
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList;

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};

/** Popovers, which jsdom lacks: buttons open them, Escape and clicks outside close them. */
let openPopover: { popover: HTMLElement; before: Element | null } | undefined;
const isOpenPopover = (element: Element) => openPopover?.popover === element;
function tellPopover(popover: HTMLElement, type: string, newState: string) {
  popover.dispatchEvent(Object.assign(new Event(type), { newState }));
}
HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement) {
  openPopover?.popover.hidePopover();
  tellPopover(this, "beforetoggle", "open");
  openPopover = { popover: this, before: document.activeElement };
  // jsdom's stylesheet hides popovers, as it does not know `:popover-open`.
  this.style.display = "block";
  tellPopover(this, "toggle", "open");
};
HTMLElement.prototype.hidePopover = function hidePopover(this: HTMLElement) {
  if (!isOpenPopover(this)) return;
  const { before } = openPopover!;
  openPopover = undefined;
  this.style.display = "";
  tellPopover(this, "beforetoggle", "closed");
  if (before instanceof HTMLElement && this.contains(document.activeElement)) before.focus();
  tellPopover(this, "toggle", "closed");
};
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[popovertarget]") : null;
  const popover = button && document.getElementById(button.getAttribute("popovertarget")!);
  if (popover && isOpenPopover(popover)) popover.hidePopover();
  else if (popover) popover.showPopover();
  else if (!openPopover?.popover.contains(target as Node)) openPopover?.popover.hidePopover();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") openPopover?.popover.hidePopover();
});
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};

// jsdom runs frames by an interval that starts with the first waiting one: started while a test holds the clock, it
// would stand still for all later tests. So one always waits.
const frame = globalThis.requestAnimationFrame;
const keepFrames = () => void frame(keepFrames);
keepFrames();

/** Adds elements to the head of the document until the test ends. */
export function addToHead(html: string) {
  const added = document.createRange().createContextualFragment(html);
  const elements = [...added.children];
  document.head.append(added);
  onTestFinished(() => {
    for (const element of elements) element.remove();
  });
}

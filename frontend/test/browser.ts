/** What jsdom lacks of a browser, in the hands of the tests. */
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
/** How wide the window is, for media queries by min-width. */
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
Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};

import { useEffect, useEffectEvent, useRef } from "react";

type Options = {
  rootMargin?: string;
  /** The part of the element that must be seen. */
  threshold?: number;
  /** Stops watching, for example once the element was seen. */
  skip?: boolean;
};

/** Calls `onEnter` when the element of the returned ref comes into view. */
export function useInView<T extends Element>(onEnter: () => void, options: Options = {}) {
  const { rootMargin, threshold = 0, skip = false } = options;
  const ref = useRef<T>(null);
  const enter = useEffectEvent(onEnter);
  useEffect(() => {
    if (skip || !ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // The first report ignores the threshold.
        const isSeen = entries.some(
          ({ isIntersecting, intersectionRatio }) =>
            isIntersecting && intersectionRatio >= threshold,
        );
        if (isSeen) enter();
      },
      { rootMargin, threshold },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [rootMargin, threshold, skip]);
  return ref;
}

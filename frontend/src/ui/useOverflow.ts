import { useLayoutEffect, useRef, useState } from "react";

/** Whether an element hides a part of its content; measured again when its size changes. */
export function useOverflow<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut] as const;
}

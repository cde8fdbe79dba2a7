import { startTransition, useEffect, useMemo, useState } from "react";

/** More than a window's height of replies. */
const FIRST = 10;

/**
 * What has just come is drawn in two steps, its beginning first; what was there before the screen,
 * in one, so that whoever comes back finds the place that they left.
 */
export function useInParts<T>(all: T[] | undefined) {
  const [whole, setWhole] = useState(all !== undefined);
  const came = all !== undefined;
  useEffect(() => {
    if (came) startTransition(() => setWhole(true));
  }, [came]);
  const shown = useMemo(() => (whole ? all : all?.slice(0, FIRST)), [all, whole]);
  return { shown, whole };
}

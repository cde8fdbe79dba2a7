import { startTransition, useEffect, useMemo, useState } from "react";
import type { Reply } from "../../api/types";
import { beginning } from "./tree";

/** More than a window's height of replies. */
const FIRST = 10;

/**
 * A thread that has just come is drawn in two steps, its beginning first; what was there before the
 * screen, in one, so that whoever comes back finds the place that they left.
 */
export function useInParts(forest: Reply[] | undefined) {
  const [whole, setWhole] = useState(forest !== undefined);
  const came = forest !== undefined;
  useEffect(() => {
    if (came) startTransition(() => setWhole(true));
  }, [came]);
  const shown = useMemo(
    () => (whole ? forest : forest && beginning(forest, FIRST)),
    [forest, whole],
  );
  return { shown, whole };
}

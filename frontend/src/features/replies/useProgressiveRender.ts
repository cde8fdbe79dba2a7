import { startTransition, useEffect, useMemo, useState } from "react";
import type { Reply } from "../../api/types";
import { beginning } from "./tree";

/** More than a window's height of replies. */
const FIRST = 10;
/** A browser lays out fewer replies quickly enough on every key press. */
const LONG = 50;

/**
 * Renders a thread that has just been loaded in two steps, its beginning first. A cached thread is rendered
 * at once, so that Back can restore the scroll position.
 */
export function useProgressiveRender(forest: Reply[] | undefined) {
  const [isComplete, setIsComplete] = useState(forest !== undefined);
  const hasCome = forest !== undefined;
  useEffect(() => {
    if (hasCome) startTransition(() => setIsComplete(true));
  }, [hasCome]);
  const shown = useMemo(
    () => (isComplete ? forest : forest && beginning(forest, FIRST)),
    [forest, isComplete],
  );
  return { shown, isComplete };
}

/**
 * Returns true a moment after all of a long thread was rendered. The browser has laid it out once by then and
 * knows the height of what it skips, which the scroll bar and links to replies need.
 */
export function useSkipOffscreen(isComplete: boolean, count = 0): boolean {
  const [isLaidOut, setIsLaidOut] = useState(false);
  const isDue = isComplete && count >= LONG;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => setIsLaidOut(true), 300);
    return () => clearTimeout(timer);
  }, [isDue]);
  return isLaidOut;
}

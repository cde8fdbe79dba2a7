import { startTransition, useEffect, useMemo, useState } from "react";
import type { Reply } from "../../api/types";
import { beginning } from "./tree";

/** More than a window's height of replies. */
const FIRST = 10;
/** Fewer replies to the post are quick to lay out with every key. */
const LONG = 50;

/**
 * Renders a thread that has just come in two steps, its beginning first; one that was in the cache, in
 * one, so that Back finds its scroll position.
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
 * True a moment after all of a long thread is there: it has been laid out once by then, and the
 * browser keeps the height of what it skips from there on, for the scroll bar and links to replies.
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

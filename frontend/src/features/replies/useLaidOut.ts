import { useEffect, useState } from "react";

/** Fewer answers to the post are quick to lay out with every key. */
const LONG = 50;

/**
 * True a moment after all of a long thread is there: it has been laid out once by then, and the
 * browser keeps the height of what it skips from there on, for the scroll bar and links to replies.
 */
export function useLaidOut(whole: boolean, answers = 0): boolean {
  const [laidOut, setLaidOut] = useState(false);
  const isDue = whole && answers >= LONG;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => setLaidOut(true), 300);
    return () => clearTimeout(timer);
  }, [isDue]);
  return laidOut;
}

import { useEffect, useState } from "react";

/**
 * True a moment after `whole`: all of the thread has been laid out once by then, and the browser
 * keeps the height of what it skips from there on, for the scroll bar and for links to replies.
 */
export function useLaidOut(whole: boolean): boolean {
  const [laidOut, setLaidOut] = useState(false);
  useEffect(() => {
    if (!whole) return;
    const timer = setTimeout(() => setLaidOut(true), 300);
    return () => clearTimeout(timer);
  }, [whole]);
  return laidOut;
}

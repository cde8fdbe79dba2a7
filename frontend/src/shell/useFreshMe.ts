import { useEffect } from "react";
import { onForbidden } from "../api/client";
import { refreshMe } from "../api/me";

/** Reads the member's role again at the start of a visit, on focus and after a refusal. */
export function useFreshMe(isStart: boolean) {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void refreshMe();
    };
    // After the screen's own requests: one of them is to find out that a session has ended.
    const timer = isStart ? setTimeout(refresh) : undefined;
    const stop = onForbidden(refresh);
    addEventListener("focus", refresh);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener("focus", refresh);
    };
  }, [isStart]);
}

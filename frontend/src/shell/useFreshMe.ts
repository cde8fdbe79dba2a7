import { useEffect } from "react";
import { onForbidden } from "../api/client";
import { refreshMe } from "../api/me";

/** Reads the member's role again at the start, on focus and after a refusal. */
export function useFreshMe() {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") void refreshMe();
    };
    refresh();
    const stop = onForbidden(refresh);
    addEventListener("focus", refresh);
    return () => {
      stop();
      removeEventListener("focus", refresh);
    };
  }, []);
}

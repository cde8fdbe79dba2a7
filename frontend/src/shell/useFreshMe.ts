import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onForbidden } from "../api/client";
import { refreshMe } from "../api/me";
import { refreshOwnBans } from "../features/bans/ownBans";

/** Reads the member's role and bans again at the start of a visit, on focus and after a refusal. */
export function useFreshMe(isStart: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== "visible") return;
      void refreshMe();
      void refreshOwnBans(client);
    };
    // After the screen's own requests, which are to detect an ended session.
    const timer = isStart ? setTimeout(refresh) : undefined;
    const stop = onForbidden(refresh);
    addEventListener("focus", refresh);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener("focus", refresh);
    };
  }, [client, isStart]);
}

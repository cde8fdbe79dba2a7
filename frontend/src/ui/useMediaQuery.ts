import { useSyncExternalStore } from "react";

/** The spec's desktop breakpoint. */
export const DESKTOP = "(min-width: 840px)";

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}

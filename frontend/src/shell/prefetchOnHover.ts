import { matchRoutes, type RouteObject } from "react-router";

/** Fetches the chunk of a link's screen on hover or touch. */
export function prefetchOnHover(routes: RouteObject[]): void {
  const fetchChunk = ({ target }: Event) => {
    // Not every browser retries a failed import.
    if (!navigator.onLine) return;
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      // Following the link reports the failure.
      if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
  };
  addEventListener("pointerover", fetchChunk, { passive: true });
  addEventListener("focusin", fetchChunk);
}

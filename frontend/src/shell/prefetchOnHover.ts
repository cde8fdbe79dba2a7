import { matchRoutes, type RouteObject } from "react-router";

/** Fetches the chunk of the screen behind a link once somebody points at it or touches it. */
export function prefetchOnHover(routes: RouteObject[]): void {
  const fetchChunk = ({ target }: Event) => {
    // Not every browser asks a second time for what it could not fetch.
    if (!navigator.onLine) return;
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      // Whoever follows the link hears of a failure.
      if (typeof route.lazy === "function") route.lazy().catch(() => undefined);
  };
  addEventListener("pointerover", fetchChunk, { passive: true });
  addEventListener("focusin", fetchChunk);
}

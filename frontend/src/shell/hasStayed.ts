/** Most visits are shorter, so they open no stream. */
const STAY_MS = 10_000;

/** Resolves once a visitor has stayed on the site for a while. */
export function hasStayed(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, STAY_MS - performance.now())));
}

import { isReachable } from "../reachable";

/** The reloaded address. */
const KEY = "reloaded";
const chunkErrors = new WeakSet<Error>();

/** Remembers the errors that Vite reports for chunks that failed to load. */
export function watchChunkErrors(): void {
  addEventListener("vite:preloadError", ({ payload }) => chunkErrors.add(payload));
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}

/**
 * Reloads the page after a chunk failed to load: a release renames chunks, and some browsers never request
 * one again. Reloads once per address, and only if the server is reachable.
 */
export async function reloadOnce(error: unknown): Promise<void> {
  if (!isChunkError(error) || reloadedAddress() === location.href) return;
  await reloadIfReachable();
}

/** Reloads the page unless the server is unreachable, when the browser would show its own error page. */
export async function reloadIfReachable(): Promise<boolean> {
  if (!(await isReachable())) return false;
  try {
    sessionStorage.setItem(KEY, location.href);
  } catch {
    // Without this note the page could reload forever; then only a click reloads.
  }
  location.reload();
  return true;
}

/** Returns the address itself if sessionStorage is blocked, which prevents the reload. */
function reloadedAddress(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return location.href;
  }
}

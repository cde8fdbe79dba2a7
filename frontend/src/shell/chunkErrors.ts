/** The reloaded address. */
const KEY = "reloaded";
const chunkErrors = new WeakSet<Error>();

/** Remembers which errors are of a chunk that could not be fetched, as Vite reports them. */
export function watchChunkErrors(): void {
  addEventListener("vite:preloadError", ({ payload }) => chunkErrors.add(payload));
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}

/**
 * Loads the page anew if a chunk could not be fetched: after a release it has another name, and not
 * every browser asks for it a second time. Once for an address, and only if that can be had.
 */
export async function reloadOnce(error: unknown): Promise<void> {
  if (!isChunkError(error) || reloadedAddress() === location.href) return;
  await reloadIfReachable();
}

/** Reloads the page unless the server is unreachable, when the browser would show its own error page. */
export async function reloadIfReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (!answer?.ok) return false;
  try {
    sessionStorage.setItem(KEY, location.href);
  } catch {
    // Without this note the page could reload forever; then only a click reloads.
  }
  location.reload();
  return true;
}

/** The address itself where the browser blocks sessionStorage: nothing is reloaded unasked then. */
function reloadedAddress(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return location.href;
  }
}

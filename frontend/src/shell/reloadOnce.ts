/** The address that was loaded anew. */
const KEY = "reloaded";
/** As Chrome, Firefox, Safari and Vite say it. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/;

/**
 * Loads the page anew if a part of the app could not be fetched: after a release it has another
 * name, and not every browser asks for it a second time. Once for an address, and only if that can
 * be had.
 */
export async function reloadOnce(error: unknown): Promise<void> {
  if (!(error instanceof Error && NOT_FETCHED.test(error.message))) return;
  if (sessionStorage.getItem(KEY) === location.href) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (!answer?.ok) return;
  sessionStorage.setItem(KEY, location.href);
  location.reload();
}

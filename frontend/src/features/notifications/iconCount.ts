const PLAIN = "/favicon.svg";
/** Above nine the icon says "9+". */
const MOST = 10;

/** Shows a number in the document's icon, by file, as the Content-Security-Policy blocks generated images. */
export function setIconCount(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]');
  if (link) link.href = count > 0 ? `/images/unread-${Math.min(count, MOST)}.svg` : PLAIN;
}

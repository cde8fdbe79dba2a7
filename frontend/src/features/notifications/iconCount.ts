const PLAIN = "/favicon.svg";
/** The icons of old browsers and home screens. */
const OTHERS = [
  ['link[rel="icon"][sizes]', "/favicon.ico"],
  ['link[rel="apple-touch-icon"]', "/images/icon-180.png"],
] as const;
/** Above nine the icon says "9+". */
const MOST = 10;

let unread = 0;
let own = "";

/** Shows a number in the document's icon, by file, as the Content-Security-Policy blocks generated images. */
export function setIconCount(count: number): void {
  unread = count;
  show();
}

/** Shows the site's own picture in the tab; the default again for an empty address. */
export function setSiteIcon(address: string): void {
  own = address;
  show();
}

function show(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]:not([sizes])');
  if (link && unread > 0) setIcon(link, `/images/unread-${Math.min(unread, MOST)}.svg`);
  else if (link) setIcon(link, own || PLAIN);
  for (const [selector, address] of OTHERS)
    document.querySelector(selector)?.setAttribute("href", own || address);
}

/** Uploaded pictures have other types. */
function setIcon(link: HTMLLinkElement, address: string) {
  link.href = address;
  if (address.endsWith(".svg")) link.type = "image/svg+xml";
  else link.removeAttribute("type");
}

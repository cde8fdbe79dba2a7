import { session } from "./session";

/** The address for which each picture was asked with the session. */
const asked = new WeakMap<HTMLImageElement, string>();

/**
 * Loads pictures with the session that a visitor may not see: of a preview, or of what is hidden from others. The
 * browser's own request has no token.
 */
export function watchOwnPictures(): void {
  document.addEventListener("error", retryPicture, true);
}

function retryPicture(event: Event) {
  const image = event.target;
  const { token } = session.get();
  if (!token || !(image instanceof HTMLImageElement)) return;
  const { src } = image;
  const isUpload = new URL(src, location.href).pathname.startsWith("/images/u/");
  if (!isUpload || asked.get(image) === src) return;
  asked.set(image, src);
  // Nobody replaces the picture meanwhile.
  event.stopImmediatePropagation();
  void load(image, src, token);
}

async function load(image: HTMLImageElement, src: string, token: string) {
  try {
    const response = await fetch(src, { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(response.statusText);
    const picture = URL.createObjectURL(await response.blob());
    // It stays valid, as a picture can be opened again in full size.
    if (image.src === src) image.src = picture;
  } catch {
    image.dispatchEvent(new Event("error"));
  }
}

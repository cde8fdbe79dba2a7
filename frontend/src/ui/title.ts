import { site } from "./site";

let screen = "";
let count = 0;

/** Sets the document title to the name of the screen, or else of the site. */
export function setTitle(name: string): void {
  screen = name;
  show();
}

/** Puts the unread count before the title. */
export function setTitleCount(unread: number): void {
  count = unread;
  show();
}

export function show(): void {
  const { name } = site.get();
  const title = screen && screen !== name ? `${screen} · ${name}` : name;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

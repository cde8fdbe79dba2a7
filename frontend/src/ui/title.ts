import { site } from "./site";

let screen = "";
let count = 0;

/** Names the document after its screen; without a name it is the site. */
export function setTitle(name: string): void {
  screen = name;
  show();
}

/** Puts a number of unread things before the name. */
export function setTitleCount(unread: number): void {
  count = unread;
  show();
}

export function show(): void {
  const { name } = site.get();
  const title = screen && screen !== name ? `${screen} · ${name}` : name;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

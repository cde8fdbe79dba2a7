const SITE = "POST-UP";
let title = SITE;
let count = 0;

/** Names the document after its screen. */
export function setTitle(name: string): void {
  title = name === SITE ? SITE : `${name} · ${SITE}`;
  show();
}

/** Puts a number of unread things before the name. */
export function setTitleCount(unread: number): void {
  count = unread;
  show();
}

function show() {
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

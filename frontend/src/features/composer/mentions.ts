import { t } from "@lingui/core/macro";
import type { TextExpanderChangeEvent } from "@github/text-expander-element";
import { api, unwrap } from "../../api/client";
import type { User } from "../../api/types";
import { sized } from "../members/Avatar";
import styles from "./Composer.module.css";
import { insertText } from "./insert";

const MOST = 6;
/** Wait until the member stops typing. */
const PAUSE_MS = 150;
const DEFAULT_AVATAR = "/images/avatars/default.svg";

type Suggestions = { matched: boolean; fragment: HTMLElement };

/**
 * Suggests members after an `@`, below it; arrow keys, Enter and Escape work as in a list box. Where Enter sends, it
 * inserts only what the arrow keys chose.
 */
export function suggestMembers(expander: HTMLElement, box: HTMLTextAreaElement) {
  let latest: Promise<Suggestions>;
  const change = (event: Event) => {
    const { text = "", provide } = (event as TextExpanderChangeEvent).detail ?? {};
    if (!provide || !/^\S+$/.test(text)) return;
    const mine = find(text, () => latest === mine);
    latest = mine;
    // An older request gets the newest answer; its own would close the list again.
    provide(mine.then(() => latest));
  };
  const choose = (event: Event) => {
    const { item } = (event as CustomEvent<{ item: HTMLElement }>).detail;
    // The element itself would write in a way that React misses and the browser can't undo.
    event.preventDefault();
    box.focus({ preventScroll: true });
    const at = box.value.lastIndexOf("@", box.selectionEnd - 1);
    box.setSelectionRange(at, box.selectionEnd);
    insertText(box, `@${item.dataset.username} `);
    (expander as HTMLElement & { dismiss: () => void }).dismiss();
  };
  // The element places the list after this event, and chooses the first of it.
  const activate = () => {
    const list = expander.querySelector<HTMLElement>("[role=listbox]");
    // The same list may come a second time: it is measured where the element placed it.
    list?.style.removeProperty("translate");
    queueMicrotask(() => {
      if (box.getAttribute("enterkeyhint") === "send") {
        list?.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
        box.removeAttribute("aria-activedescendant");
      }
      keepInside(list, box);
    });
  };
  expander.addEventListener("text-expander-activate", activate);
  expander.addEventListener("text-expander-change", change);
  expander.addEventListener("text-expander-value", choose);
  return () => {
    expander.removeEventListener("text-expander-activate", activate);
    expander.removeEventListener("text-expander-change", change);
    expander.removeEventListener("text-expander-value", choose);
  };
}

const MARGIN = 8;
/** The height of a line where the style sheet names none. */
const LINE = 24;

/** Moves the list into the window, which it would overflow near an edge: to the side, and above its line if there is no room below. */
function keepInside(list: HTMLElement | null, box: HTMLElement) {
  if (!list) return;
  const { left, right, bottom, height } = list.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const over = Math.max(0, right + MARGIN - clientWidth);
  const isBelow = bottom + MARGIN > clientHeight;
  const line = Number.parseFloat(getComputedStyle(box).lineHeight) || LINE;
  const up = isBelow ? height + line + MARGIN : 0;
  list.style.translate = `${-Math.min(over, left - MARGIN)}px ${-up}px`;
}

async function find(filter: string, isLatest: () => boolean): Promise<Suggestions> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const list = document.createElement("ul");
  if (!isLatest()) return { matched: false, fragment: list };
  const params = { path: { filter }, query: { limit: MOST } };
  const members = await unwrap(api.GET("/users/filtered/{filter}", { params })).catch(() => []);
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", t`Members`);
  list.className = styles.suggestions ?? "";
  list.append(...members.map(option));
  return { matched: members.length > 0, fragment: list };
}

function option({ id, username, user_image }: User): HTMLElement {
  const item = document.createElement("li");
  item.id = `suggested-${id}`;
  item.setAttribute("role", "option");
  item.dataset.username = username;
  const avatar = document.createElement("img");
  avatar.alt = "";
  avatar.width = avatar.height = 20;
  avatar.referrerPolicy = "no-referrer";
  avatar.src = sized(user_image || DEFAULT_AVATAR, 20);
  const name = document.createElement("span");
  name.dir = "auto";
  name.textContent = username;
  item.append(avatar, name);
  return item;
}

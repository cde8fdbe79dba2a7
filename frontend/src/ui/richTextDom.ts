import { t } from "@lingui/core/macro";
import type { KeyboardEvent, MouseEvent } from "react";
import { matchPath } from "react-router";
import { ROUTE_TABLE } from "../routeTable";
import { REDUCED_MOTION, still } from "./stills";

export const CLOSED_SPOILER = ".spoiler:not([data-open])";

/** Makes spoilers, pictures and wide blocks of rendered HTML usable by keyboard and screen readers. */
export function enhance(root: HTMLElement | null): void {
  for (const element of root?.querySelectorAll<HTMLElement>(
    "a, img, input, pre, table, .spoiler",
  ) ?? []) {
    if (element.matches(".spoiler")) closeSpoiler(element);
    else if (element instanceof HTMLAnchorElement) markExternal(element);
    else if (element instanceof HTMLImageElement) enhanceImage(element);
    else if (element instanceof HTMLInputElement) nameTask(element);
    else makeScrollable(element);
  }
}

export function openSpoiler(spoiler: HTMLElement): void {
  spoiler.dataset.open = "";
  const veil = spoiler.querySelector("[data-veil]");
  veil?.replaceWith(...veil.childNodes);
  for (const name of ["role", "aria-label", "aria-expanded"]) spoiler.removeAttribute(name);
  // Keep the focus inside.
  spoiler.tabIndex = -1;
}

/** The address of one of our screens that a click on the link asks for; null leaves it to the browser. */
export function addressOf(link: HTMLAnchorElement, event: MouseEvent | KeyboardEvent) {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  const isPlain = !(ctrlKey || metaKey || shiftKey || altKey) && !event.defaultPrevented;
  const isScreen =
    link.origin === location.origin &&
    ROUTE_TABLE.some(({ path }) => matchPath(path, link.pathname));
  return isPlain && isScreen ? link.pathname + link.search + link.hash : null;
}

/** Makes a hidden spoiler inert: its content can't be read, selected or focused. */
function closeSpoiler(spoiler: HTMLElement) {
  if (spoiler.querySelector("[data-veil]")) return;
  const veil = document.createElement("span");
  veil.dataset.veil = "";
  veil.append(...spoiler.childNodes);
  spoiler.append(veil);
  makeButton(spoiler, t`Show spoiler`);
}

function makeButton(element: HTMLElement, label: string) {
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", label);
  element.tabIndex = 0;
}

function markExternal(link: HTMLAnchorElement) {
  // An external link around a picture gets no mark.
  if (
    link.origin !== location.origin &&
    link.protocol.startsWith("http") &&
    !link.querySelector("img")
  )
    link.dataset.external = "";
}

function enhanceImage(image: HTMLImageElement) {
  const { alt } = image;
  const src = image.getAttribute("src") ?? "";
  if (still(src) !== src && matchMedia(REDUCED_MOTION).matches) image.src = still(src);
  if (!image.closest("a"))
    makeButton(image, alt ? t`Open picture: ${alt}` : t`Open the picture in full size`);
}

function nameTask(box: HTMLInputElement) {
  box.setAttribute("aria-label", box.closest("li")?.textContent.trim() ?? "");
}

/** Makes wide code and tables focusable, so that the keyboard can scroll them. */
function makeScrollable(element: HTMLElement) {
  if (element.matches("pre")) return void (element.tabIndex = 0);
  if (element.parentElement?.matches("[data-scroller]")) return;
  const scroller = document.createElement("div");
  scroller.dataset.scroller = "";
  scroller.tabIndex = 0;
  element.replaceWith(scroller);
  scroller.append(element);
}

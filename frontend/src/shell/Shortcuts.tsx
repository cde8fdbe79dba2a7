import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSignedIn } from "../api/session";
import { paths } from "../paths";
import { focusInPlace } from "../ui/focus";
import { openDialogs } from "../ui/Notification";
import { areShortcutsOn } from "../ui/shortcuts";

const ShortcutsDialog = lazy(() =>
  import("./ShortcutsDialog").then((module) => ({ default: module.ShortcutsDialog })),
);

/** How long after `g` its second key may come. */
const SEQUENCE_MS = 1000;
const EDITABLE = "input, textarea, select, [contenteditable], [popover]";

/** The keys of the map that `?` shows: off in fields, menus and dialogs, and where switched off. */
export function Shortcuts() {
  const [isMapOpen, setIsMapOpen] = useState(false);
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const wentAt = useRef(0);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || openDialogs.get().length > 0 || !areShortcutsOn()) return;
    const isSecond = Date.now() - wentAt.current < SEQUENCE_MS;
    wentAt.current = event.key === "g" && !isSecond ? Date.now() : 0;
    const actions: Record<string, (() => unknown) | undefined> = isSecond
      ? {
          h: () => navigate(paths.home),
          m: signedIn ? () => navigate(paths.messages) : undefined,
        }
      : {
          "/": () => activate(document, "search"),
          "?": () => setIsMapOpen(true),
          j: () => focusArticle(1),
          k: () => focusArticle(-1),
          o: () => currentArticle()?.querySelector<HTMLElement>(":is(h2, h3) a[href]")?.click(),
          u: () => navigate(-1),
          v: () => activate(currentArticle() ?? document, "upvote"),
          r: () => activate(currentArticle() ?? document, "reply"),
        };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    void act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  if (!isMapOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => setIsMapOpen(false)} />
    </Suspense>
  );
}

function isTyping({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  return target instanceof Element && target.closest(EDITABLE) !== null;
}

function currentArticle() {
  return document.activeElement?.closest<HTMLElement>("main article");
}

/** Moves to the next or previous post, reply or message; from elsewhere to the first or last. */
function focusArticle(step: 1 | -1) {
  const articles = [...document.querySelectorAll<HTMLElement>("main article")];
  const current = currentArticle();
  const at = current ? articles.indexOf(current) + step : step > 0 ? 0 : articles.length - 1;
  const article = articles[at];
  if (article) focusInPlace(article);
}

/** A control is marked with `data-shortcut`, as its name depends on the language. */
function activate(within: ParentNode, shortcut: "search" | "upvote" | "reply") {
  const control = within.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`);
  control?.focus();
  control?.click();
}

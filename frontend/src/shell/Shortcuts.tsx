import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useModeratesAny, useSignedIn } from "../api/session";
import { paths } from "../paths";
import { openDialogs } from "../ui/Notification";
import { areShortcutsOn } from "../ui/shortcuts";
import { loadParts, useParts } from "./onDemand";

/** All shortcut keys but that of the search; the first press loads their code. */
const KEYS = new Set("?jkouvsrnghmq");
/** The keys of the queue of reports. */
const MODERATOR_KEYS = new Set("axdbt");
/** The waiting keys up to the first that navigates or moves the focus; later ones were meant for that place. */
const LEADS_AWAY = /^[^?ourdb]*[?ourdb]?/;
const EDITABLE = "input, textarea, select, [contenteditable], [popover]";

/** The keyboard shortcuts that `?` lists: off in fields, menus and dialogs, and by a setting. */
export function Shortcuts() {
  const [isMapOpen, setIsMapOpen] = useState(false);
  const parts = useParts();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const moderates = useModeratesAny();
  const waiting = useRef("");
  const { key } = useLocation();
  // Back from the first entry would leave the site.
  const goBack = () => (key === "default" ? navigate(paths.home) : navigate(-1));
  const showMap = () => setIsMapOpen(true);
  const context = { navigate, goBack, signedIn, moderates, showMap };

  const pressWaiting = async () => {
    const loaded = await loadParts();
    const [keys = ""] = LEADS_AWAY.exec(waiting.current) ?? [];
    waiting.current = "";
    for (const key of keys) loaded?.pressShortcut(key, context);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A key that is held down moves on, but acts once.
    if (event.repeat && event.key !== "j" && event.key !== "k") return;
    if (isTyping(event) || openDialogs.get().length > 0 || !areShortcutsOn()) return;
    if (event.key === "/") {
      // At once, without the code of the others: what is typed next belongs into the field.
      event.preventDefault();
      waiting.current = "";
      document.querySelector<HTMLElement>("[data-shortcut='search']")?.focus();
    } else if (parts) {
      if (parts.pressShortcut(event.key, context)) event.preventDefault();
    } else if (KEYS.has(event.key) || (moderates && MODERATOR_KEYS.has(event.key))) {
      event.preventDefault();
      waiting.current += event.key;
      if (waiting.current.length === 1) void pressWaiting();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  return isMapOpen && parts && <parts.ShortcutsDialog onClose={() => setIsMapOpen(false)} />;
}

function isTyping({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  return target instanceof Element && target.closest(EDITABLE) !== null;
}

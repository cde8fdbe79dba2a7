import { t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";

const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
const BUTTONS: Record<string, string> = { b: "bold", i: "italic", k: "link", e: "code" };

/** Ctrl or ⌘ with a letter presses a button of the bar, as in other editors. */
export function pressFormatKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget } = event;
  const name = BUTTONS[key.toLowerCase()];
  if (!name || altKey || shiftKey || !(IS_APPLE ? metaKey : ctrlKey)) return;
  event.preventDefault();
  const toolbar = document.querySelector(`markdown-toolbar[for="${CSS.escape(currentTarget.id)}"]`);
  toolbar?.querySelector<HTMLElement>(`[data-md-button="${name}"]`)?.click();
}

/** How the key of a button is written, such as `Ctrl+B`. */
export function keyOf(button: string): string | undefined {
  const key = Object.keys(BUTTONS)
    .find((one) => BUTTONS[one] === button)
    ?.toUpperCase();
  return key && (IS_APPLE ? `⌘${key}` : t`Ctrl+${key}`);
}

import type { KeyboardEvent } from "react";

/** Ctrl+Enter and ⌘+Enter submit a text field. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Enter submits a text field, unless it ends a word of an input method or chooses a suggestion; with Shift it breaks the line. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, altKey, defaultPrevented, nativeEvent } = event;
  if (key !== "Enter" || shiftKey || altKey || defaultPrevented || nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The longest gap between two keys of one typing. */
const PAUSE_MS = 2000;
const TEXT_FIELD = "textarea, [contenteditable], input:not([type='checkbox'], [type='radio'])";
/** Keys without a character of their own that belong to typing. */
const PARTS = new Set(["Shift", "CapsLock", "AltGraph", "Dead", "Backspace", "Enter"]);

export function isTextField(element: EventTarget | null): element is HTMLElement {
  return element instanceof Element && element.closest(TEXT_FIELD) !== null;
}

/**
 * Ignores what is still typed for a field that is gone: its letters must not run shortcuts, nor its spaces press
 * buttons. Ends with a pause, a click, another key, or in another field.
 */
export function ignoreTyping(): void {
  let last = performance.now();
  const stop = () => {
    removeEventListener("keydown", ignore, true);
    removeEventListener("pointerdown", stop, true);
  };
  function ignore(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, target } = event;
    const now = performance.now();
    const isTyped = (key.length === 1 || PARTS.has(key)) && !ctrlKey && !metaKey;
    if (!isTyped || now - last > PAUSE_MS || isTextField(target)) return stop();
    last = now;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  addEventListener("keydown", ignore, true);
  addEventListener("pointerdown", stop, true);
}

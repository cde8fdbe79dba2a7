/** Writes text at the caret, or over the selection; the browser can undo it. */
export function insertText(box: HTMLTextAreaElement, text: string): void {
  // Don't take the focus from another field.
  if (document.activeElement === box && execInsert(text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Inserts a block, with a blank line before and after it. */
export function insertBlock(box: HTMLTextAreaElement, block: string): void {
  const before = box.value.slice(0, box.selectionStart);
  const after = box.value.slice(box.selectionEnd);
  insertText(box, gap(before, /\n*$/) + block + (gap(after, /^\n*/) || (after ? "" : "\n\n")));
}

/** The line breaks that are missing at an edge of the text. */
function gap(text: string, edge: RegExp): string {
  if (!text.trim()) return "";
  return "\n".repeat(Math.max(0, 2 - (edge.exec(text)?.[0].length ?? 0)));
}

function execInsert(text: string): boolean {
  try {
    return document.execCommand("insertText", false, text);
  } catch {
    return false;
  }
}

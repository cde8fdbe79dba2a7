import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../ui/Button";
import { areShortcutsOn } from "../../ui/shortcuts";
import styles from "./QuoteButton.module.css";
import type { Quote } from "./threadState";

/** How long a selection must stay unchanged before the button appears. */
const PAUSE_MS = 150;
const EDITABLE = "input, textarea, select";

type Selected = Quote & { top: number; left: number };

/** Appears below a selection in the post or a reply, and quotes it in the reply box. */
export function QuoteButton({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const [selected, setSelected] = useState(readSelection);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSelected(readSelection()), PAUSE_MS);
    };
    document.addEventListener("selectionchange", read);
    addEventListener("scroll", read, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", read);
      removeEventListener("scroll", read, { capture: true });
    };
  }, []);
  const quote = () => {
    if (!selected) return;
    const { respondsTo, text } = selected;
    document.getSelection()?.removeAllRanges();
    setSelected(undefined);
    onQuote({ respondsTo, text });
  };
  const onKey = useEffectEvent(() => quote());
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest(EDITABLE) !== null;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      if (event.key === "q" && !event.repeat && isPlain && !isTyping && areShortcutsOn()) onKey();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <div className={styles.place} aria-live="polite" style={selected && place(selected)}>
      {selected && (
        <Button
          variant="primary"
          icon="reply"
          aria-keyshortcuts="q"
          // Keep the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={quote}
        >
          {t`Quote`}
        </Button>
      )}
    </div>
  );
}

function place({ top, left }: Selected) {
  return { insetBlockStart: top, left };
}

function readSelection(): Selected | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const source = quotable(range.startContainer);
  const text = selection.toString().trim();
  // A triple click on the last paragraph selects up to the start of the next element.
  const isWithin = source?.contains(range.endContainer) || range.endOffset === 0;
  if (!source || !text || !isWithin) return undefined;
  const { bottom, left } = range.getBoundingClientRect();
  const respondsTo = Number(source.dataset.quote) || undefined;
  return { respondsTo, text: quoted(text), top: bottom, left: Math.max(left, 0) };
}

function quotable(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>("[data-quote]") ?? null;
}

function quoted(text: string): string {
  return `${text.replaceAll(/^/gm, "> ").replaceAll(/ +$/gm, "")}\n\n`;
}

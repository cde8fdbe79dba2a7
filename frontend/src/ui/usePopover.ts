import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type SyntheticEvent,
} from "react";
import { flushSync } from "react-dom";

const GAP = 6;
const MARGIN = 8;

/**
 * A native popover below the button that opens it. The browser closes it on Escape and on a click
 * elsewhere, and returns the focus to the button. Its content is rendered only while it is open.
 * `onOpen` sets the focus when it opens, and again when its content becomes ready.
 */
export function usePopover(onOpen: (popover: HTMLElement) => void, isReady = true) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isShown = useRef(false);

  const settle = useEffectEvent(() => {
    if (!popover.current || !isShown.current) return;
    placeBelow(popover.current, id);
    onOpen(popover.current);
  });
  useEffect(() => {
    if (isReady) settle();
  }, [isReady]);

  useEffect(() => {
    if (!isOpen) return;
    const place = () => popover.current && placeBelow(popover.current, id);
    addEventListener("scroll", place, { passive: true, capture: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [isOpen, id]);

  return {
    isOpen,
    close: () => popover.current?.hidePopover(),
    trigger: { type: "button", popoverTarget: id, "aria-expanded": isOpen } as const,
    popover: {
      id,
      ref: popover,
      popover: "auto" as const,
      /** Tab leads out of it; the button closes it by itself. */
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
        if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
        if (relatedTarget.getAttribute("popovertarget") !== id) currentTarget.hidePopover();
      },
      onBeforeToggle(event: SyntheticEvent<HTMLDivElement, Event>) {
        // Before the browser shows it, so that it has its size when it is placed.
        if ((event.nativeEvent as ToggleEvent).newState === "open")
          flushSync(() => setIsOpen(true));
      },
      onToggle(event: SyntheticEvent<HTMLDivElement, Event>) {
        const opened = (event.nativeEvent as ToggleEvent).newState === "open";
        setIsOpen(opened);
        isShown.current = opened;
        if (!opened) return;
        placeBelow(event.currentTarget, id);
        onOpen(event.currentTarget);
      },
    },
  };
}

/** Below the button, its end at the button's end; above it where there is no room, never outside. */
function placeBelow(popover: HTMLElement, id: string) {
  const trigger = document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
  if (!trigger) return;
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientHeight, dir } = document.documentElement;
  // Without the room that is kept for a scroll bar.
  const { clientWidth } = document.body;
  const wanted = dir === "rtl" ? at.left : at.right - width;
  const left = Math.max(MARGIN, Math.min(wanted, clientWidth - width - MARGIN));
  const isRoomBelow = at.bottom + GAP + height + MARGIN <= clientHeight;
  const top = isRoomBelow ? at.bottom + GAP : Math.max(MARGIN, at.top - GAP - height);
  popover.style.setProperty("--popover-left", `${left}px`);
  popover.style.setProperty("--popover-top", `${top}px`);
}

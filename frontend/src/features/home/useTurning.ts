import { useEffect, useLayoutEffect, useRef } from "react";
import type { Swiper } from "swiper";
import type { Slide } from "./Showcase";

const MOVES: Record<string, "slideNext" | "slidePrev"> = {
  ArrowRight: "slideNext",
  ArrowLeft: "slidePrev",
};

/** Lets Swiper turn the element once a pointer or the focus has entered it, or an arrow key asks. */
export function useTurning(slides: Slide[], label: string) {
  const ref = useRef<HTMLDivElement>(null);
  const swiper = useRef<Swiper>(undefined);

  // Before the cards are to be seen: who enters them at once is not missed.
  useLayoutEffect(() => {
    const carousel = ref.current;
    if (!carousel) return;
    const start = async (when?: Promise<void>) => {
      waiting.abort();
      const [{ turn }] = await Promise.all([import("./turn"), when]);
      if (carousel.isConnected) swiper.current = turn(carousel, label);
      return swiper.current;
    };
    const waiting = wait(carousel, start);
    return () => {
      waiting.abort();
      swiper.current?.destroy();
      swiper.current = undefined;
    };
  }, [label]);

  useEffect(() => {
    const { current } = swiper;
    if (!current || slides.length === 0) return;
    // `update` measures the cards as they stand, but a focused one is still looked up in this list.
    current.slides = [...current.slidesEl.children] as HTMLElement[];
    current.update();
  }, [slides]);
  return ref;
}

/** Until it is aborted. Without the chunk, which is asked for no second time, cards scroll as before. */
function wait(carousel: HTMLElement, start: (when?: Promise<void>) => Promise<Swiper | undefined>) {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ignore = () => undefined;
  const enter = ({ pointerType }: PointerEvent) =>
    void start(pointerType === "touch" ? atRest(carousel) : undefined).catch(ignore);
  carousel.addEventListener("pointerenter", enter, { signal });
  carousel.addEventListener("focusin", () => void start().catch(ignore), { signal });
  const press = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move && !isTyping(event) && isOnScreen(carousel))
      start().then((swiper) => swiper?.[move](), ignore);
  };
  document.addEventListener("keydown", press, { signal });
  return waiting;
}

/** A finger that scrolls the row is not interrupted. */
function atRest(carousel: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const rest = () => resolve();
    carousel.addEventListener("pointerup", rest, { once: true });
    carousel.firstElementChild?.addEventListener("scrollend", rest, { once: true });
  });
}

function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.matches("input, textarea, select");
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

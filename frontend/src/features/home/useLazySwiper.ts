import { type ComponentType, type PointerEvent, type RefObject, useState } from "react";
import { type RowProps, ScrollRow } from "./ScrollRow";

/**
 * The row to draw: Swiper's, once a mouse has come to the carousel. Fingers and keys turn what the
 * browser scrolls, so they don't wait for it; and nothing is redrawn under the focus or a press.
 */
export function useLazySwiper(carousel: RefObject<HTMLElement | null>) {
  const [Row, setRow] = useState<ComponentType<RowProps>>(() => ScrollRow);
  const load = async ({ pointerType }: PointerEvent) => {
    if (pointerType === "touch" || Row !== ScrollRow) return;
    // Without the chunk the row scrolls as before.
    const loaded = await import("./SwiperRow").catch(() => undefined);
    if (loaded && !isInUse(carousel.current)) setRow(() => loaded.SwiperRow);
  };
  return { Row, load };
}

function isInUse(carousel: HTMLElement | null): boolean {
  return !carousel || carousel.matches(":focus-within, :active");
}

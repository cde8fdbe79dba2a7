import { type ComponentType, type PointerEvent, type RefObject, useState } from "react";
import { type RowProps, ScrollRow } from "./ScrollRow";

/**
 * Returns the row component: Swiper's once a mouse is over the carousel. Touch and keys use the browser's
 * scrolling and need no Swiper. The row is not replaced while it has the focus or is pressed.
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

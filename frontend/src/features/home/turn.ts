import { Swiper } from "swiper";
import { A11y, EffectCoverflow, Keyboard, Pagination } from "swiper/modules";
import "swiper/css";
import "swiper/css/effect-coverflow";
import "swiper/css/pagination";
import { BREAKPOINTS } from "./breakpoints";

/** Takes over a row of slides, from the one on that it has been scrolled to. */
export function turn(carousel: HTMLElement, label: string): Swiper {
  const initialSlide = takeScrolled(carousel.querySelector(".swiper-wrapper"));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new Swiper(carousel, {
    modules: [A11y, EffectCoverflow, Keyboard, Pagination],
    initialSlide,
    effect: still ? "slide" : "coverflow",
    speed: still ? 0 : 300,
    coverflowEffect: { rotate: 12, depth: 60, slideShadows: false },
    pagination: {
      el: carousel.querySelector<HTMLElement>(".swiper-pagination"),
      type: "progressbar",
    },
    // Page Up and Page Down belong to the page.
    keyboard: { enabled: true, onlyInViewport: true, pageUpDown: false },
    breakpoints: BREAKPOINTS,
    a11y: { containerMessage: label },
    grabCursor: true,
  });
}

/** The slide that stands at the start of the row, which is scrolled no longer, but moved. */
function takeScrolled(row: HTMLElement | null): number {
  const [first, second] = row?.children ?? [];
  if (!row || !(first instanceof HTMLElement && second instanceof HTMLElement)) return 0;
  const slide = Math.round(row.scrollLeft / (second.offsetLeft - first.offsetLeft)) || 0;
  row.scrollLeft = 0;
  return slide;
}

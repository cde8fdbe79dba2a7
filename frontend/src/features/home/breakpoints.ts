/** Slides beside each other and the gaps between them, by the width of the window. */
export const BREAKPOINTS = {
  1: { slidesPerView: 1, spaceBetween: 10 },
  1000: { slidesPerView: 2, spaceBetween: 100 },
  1324: { slidesPerView: 3, spaceBetween: 100 },
};

/** Windows in which so many slides stand beside each other. */
export const TWO_SLIDES = "(min-width: 1000px)";
export const THREE_SLIDES = "(min-width: 1324px)";

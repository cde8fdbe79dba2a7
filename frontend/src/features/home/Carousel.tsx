import type { CSSProperties } from "react";
import styles from "./Carousel.module.css";
import type { Slide } from "./Showcase";
import { useTurning } from "./useTurning";

/**
 * A row of cards that the browser itself can scroll and draws as a coverflow. Swiper takes it over
 * once somebody is about to turn it, and finds all elements where it wants them.
 */
export function Carousel({ slides, label }: { slides: Slide[]; label: string }) {
  const ref = useTurning(slides, label);
  const count = { "--count": slides.length } as CSSProperties;
  return (
    <div ref={ref} className={`swiper ${styles.carousel}`} style={count}>
      <div className={`swiper-wrapper ${styles.row}`}>
        {slides.map(({ id, content }, index) => (
          <div
            key={id}
            className={`swiper-slide ${styles.slide}`}
            role="group"
            aria-label={`${index + 1} / ${slides.length}`}
          >
            {content}
          </div>
        ))}
      </div>
      <div className={`swiper-pagination ${styles.pager}`} />
    </div>
  );
}

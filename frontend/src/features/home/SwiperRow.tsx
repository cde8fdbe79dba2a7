import { useImperativeHandle, useLayoutEffect, useRef } from "react";
import type { Swiper as Instance } from "swiper";
import { A11y, EffectCoverflow, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide } from "swiper/react";
import "swiper/css";
import "swiper/css/effect-coverflow";
import "swiper/css/pagination";
import { REDUCED_MOTION } from "../../ui/stills";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { BREAKPOINTS, TWO_SLIDES } from "./breakpoints";
import styles from "./Carousel.module.css";
import { slideName, type RowProps } from "./ScrollRow";

/** The row as Swiper draws it: a coverflow that a mouse can drag. */
export function SwiperRow({ ref, slides, label, index, onMove }: RowProps) {
  const swiper = useRef<Instance>(undefined);
  useImperativeHandle(ref, () => ({
    turn: (by) => void (by > 0 ? swiper.current?.slideNext() : swiper.current?.slidePrev()),
  }));
  // After a reorder Swiper measures the cards again, but looks up the focused one in this list.
  useLayoutEffect(() => {
    if (swiper.current)
      swiper.current.slides = [...swiper.current.slidesEl.children] as HTMLElement[];
  });
  const isStill = matchMedia(REDUCED_MOTION).matches;
  const dir = document.documentElement.dir;
  // Turned, the next card would lie over the only one in view.
  const isAlone = !useMediaQuery(TWO_SLIDES);
  return (
    <Swiper
      // Swiper reads its effect once.
      key={`${dir} ${isAlone}`}
      dir={dir}
      className={`${styles.carousel} ${styles.turning}`}
      modules={[A11y, EffectCoverflow, Pagination]}
      initialSlide={index}
      effect={isStill ? "slide" : "coverflow"}
      speed={isStill ? 0 : 300}
      // Slides turn the other way in right-to-left layouts.
      coverflowEffect={
        isAlone
          ? { rotate: 0, depth: 0, slideShadows: false }
          : { rotate: dir === "rtl" ? -5 : 5, depth: 30, slideShadows: false }
      }
      pagination={{ type: "progressbar" }}
      breakpoints={BREAKPOINTS}
      a11y={{ containerMessage: label }}
      grabCursor
      onSwiper={(created) => {
        swiper.current = created;
      }}
      onSlideChange={({ activeIndex }) => onMove(activeIndex)}
    >
      {slides.map(({ id, content }, place) => (
        <SwiperSlide
          key={id}
          className={styles.slide}
          role="group"
          aria-label={slideName(place, slides)}
        >
          {content}
        </SwiperSlide>
      ))}
    </Swiper>
  );
}

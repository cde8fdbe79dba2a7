import { A11y, EffectCoverflow, Keyboard, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide } from "swiper/react";
import "swiper/css";
import "swiper/css/effect-coverflow";
import "swiper/css/pagination";
import { BREAKPOINTS } from "./breakpoints";
import type { Slide } from "./Showcase";
import styles from "./Showcase.module.css";

export function Carousel({ slides, label }: { slides: Slide[]; label: string }) {
  return (
    <Swiper
      className={styles.carousel}
      modules={[A11y, EffectCoverflow, Keyboard, Pagination]}
      effect="coverflow"
      coverflowEffect={{ rotate: 12, depth: 60, slideShadows: false }}
      pagination={{ type: "progressbar" }}
      keyboard={{ enabled: true, onlyInViewport: true }}
      breakpoints={BREAKPOINTS}
      a11y={{ containerMessage: label }}
      grabCursor
    >
      {slides.map(({ id, content }) => (
        <SwiperSlide key={id}>{content}</SwiperSlide>
      ))}
    </Swiper>
  );
}

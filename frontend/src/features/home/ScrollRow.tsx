import { type Ref, type UIEvent, useImperativeHandle, useRef } from "react";
import styles from "./Carousel.module.css";

export type Slide = { id: number; content: React.ReactNode };
/** Controls a row of slides, with or without Swiper. */
export type Row = { turn: (by: 1 | -1) => void };
export type RowProps = {
  ref: Ref<Row>;
  slides: Slide[];
  label: string;
  /** The slide at the start of the row. */
  index: number;
  onMove: (index: number) => void;
};

/** A row that the browser scrolls: for touch, and for a mouse until Swiper is loaded. */
export function ScrollRow({ ref, slides, index, onMove }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    turn(by) {
      const { current } = row;
      if (!current) return;
      const forward = getComputedStyle(current).direction === "rtl" ? -1 : 1;
      // Smooth where motion is not reduced: the style sheet says so.
      current.scrollBy({ left: by * forward * step(current) });
    },
  }));
  const follow = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const now = Math.round(Math.abs(currentTarget.scrollLeft) / step(currentTarget));
    if (now !== index) onMove(now);
  };
  return (
    <div className={styles.carousel}>
      <div className={styles.pager} />
      <div ref={row} className={styles.row} onScroll={follow}>
        {slides.map(({ id, content }, place) => (
          <div key={id} className={styles.slide} role="group" aria-label={slideName(place, slides)}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

export function slideName(place: number, slides: Slide[]): string {
  return `${place + 1} / ${slides.length}`;
}

/** From the start of one slide to the start of the next. */
function step(row: HTMLElement): number {
  const [first, second] = row.children;
  if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return 1;
  return Math.abs(second.offsetLeft - first.offsetLeft) || 1;
}

import { t } from "@lingui/core/macro";
import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { THREE_SLIDES, TWO_SLIDES } from "./breakpoints";
import styles from "./Carousel.module.css";
import type { Row as RowHandle, Slide } from "./ScrollRow";
import { useLazySwiper } from "./useLazySwiper";

/** Cards in a row, turned by its buttons, by the arrow keys while the focus is in it, by touch and by mouse. */
export function Carousel({ slides, label }: { slides: Slide[]; label: string }) {
  const stage = useRef<HTMLDivElement>(null);
  const row = useRef<RowHandle>(null);
  const { Row, load } = useLazySwiper(stage);
  const [index, setIndex] = useState(0);
  const last = Math.max(0, slides.length - useSlidesPerView());

  const turn = (by: 1 | -1) => row.current?.turn(by);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    if (event.key === "ArrowRight") turn(forward);
    else if (event.key === "ArrowLeft") turn(forward === 1 ? -1 : 1);
    else return;
    // The browser would scroll the row, too.
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what has the focus in it
    <div
      className={styles.whole}
      role="group"
      aria-roledescription={t`carousel`}
      aria-label={label}
      onKeyDown={press}
    >
      {last > 0 && (
        <div className={styles.arrows}>
          <Button
            variant="ghost"
            icon="previous"
            aria-label={t`Previous: ${label}`}
            aria-disabled={index <= 0}
            onClick={() => turn(-1)}
          />
          <Button
            variant="ghost"
            icon="next"
            aria-label={t`Next: ${label}`}
            aria-disabled={index >= last}
            onClick={() => turn(1)}
          />
        </div>
      )}
      <div
        ref={stage}
        className={styles.stage}
        style={{ "--shown": (index + 1) / (last + 1) } as CSSProperties}
        onPointerEnter={(event) => void load(event)}
      >
        <Row ref={row} slides={slides} label={label} index={index} onMove={setIndex} />
      </div>
    </div>
  );
}

function useSlidesPerView(): number {
  const two = useMediaQuery(TWO_SLIDES);
  const three = useMediaQuery(THREE_SLIDES);
  if (three) return 3;
  return two ? 2 : 1;
}

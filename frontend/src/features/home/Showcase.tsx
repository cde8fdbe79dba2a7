import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Empty, QueryBoundary } from "../../ui/States";
import { DESKTOP, useMediaQuery } from "../../ui/useMediaQuery";
import { Carousel } from "./Carousel";
import styles from "./Showcase.module.css";

/** With no more items than this there is nothing to turn. */
const TOO_FEW = 2;
const NARROW_LIMIT = 10;

type Props<T> = {
  title: string;
  query: UseQueryResult<T[]>;
  failed: string;
  /** Beside the title, once there is something to do. */
  tools?: ReactNode;
  tall?: boolean;
  children: (item: T) => ReactNode;
};

/** A carousel where there is room and something to turn, else a plain list. */
export function Showcase<T extends { id: number }>(props: Props<T>) {
  const { title, query, failed, tools, tall = false, children } = props;
  return (
    <section className={`${styles.showcase} ${tall ? styles.tall : ""}`} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {tools}
      </div>
      <QueryBoundary query={query} failed={failed}>
        {(items) =>
          items.length === 0 ? (
            <Empty />
          ) : (
            <Items
              slides={items.map((item) => ({ id: item.id, content: children(item) }))}
              label={title}
            />
          )
        }
      </QueryBoundary>
    </section>
  );
}

export type Slide = { id: number; content: ReactNode };

function Items({ slides, label }: { slides: Slide[]; label: string }) {
  const desktop = useMediaQuery(DESKTOP);
  if (!desktop || slides.length <= TOO_FEW) {
    return (
      <ul className={styles.list}>
        {slides.slice(0, NARROW_LIMIT).map(({ id, content }) => (
          <li key={id}>{content}</li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.stage}>
      <Carousel slides={slides} label={label} />
    </div>
  );
}

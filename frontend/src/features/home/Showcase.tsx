import { Plural } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/Button";
import { useEntrySwitch } from "../../ui/entryState";
import { Empty, QueryBoundary } from "../../ui/States";
import { DESKTOP, useMediaQuery } from "../../ui/useMediaQuery";
import { Carousel } from "./Carousel";
import type { Slide } from "./ScrollRow";
import styles from "./Showcase.module.css";

/** A carousel needs more items than this. */
const TOO_FEW = 2;
const NARROW_LIMIT = 10;
/** How many items a list shows before "More". */
const NARROW_START = 2;
const LOW_START = 1;

type Props<T> = {
  title: string;
  query: UseQueryResult<T[]>;
  failed: string;
  /** Shown beside the title. */
  tools?: ReactNode;
  /** A lower carousel, or a shorter list. */
  low?: boolean;
  children: (item: T) => ReactNode;
};

/** A carousel on wide screens with enough items, else a list. */
export function Showcase<T extends { id: number }>(props: Props<T>) {
  const { title, query, failed, tools, low = false, children } = props;
  return (
    <section className={`${styles.showcase} ${low ? styles.low : ""}`} aria-label={title}>
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
              start={low ? LOW_START : NARROW_START}
            />
          )
        }
      </QueryBoundary>
    </section>
  );
}

type ItemsProps = { slides: Slide[]; label: string; start: number };

function Items({ slides, label, start }: ItemsProps) {
  const desktop = useMediaQuery(DESKTOP);
  return desktop && slides.length > TOO_FEW ? (
    <Carousel slides={slides} label={label} />
  ) : (
    <PlainList slides={slides.slice(0, NARROW_LIMIT)} start={start} />
  );
}

function PlainList({ slides, start }: Omit<ItemsProps, "label">) {
  const [isWhole, setWhole] = useEntrySwitch(`whole ${start}`);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The focused button was removed.
    list.current?.children[start]?.querySelector("a")?.focus();
  };
  // A line that offers one more would take its place.
  const hidden = isWhole || slides.length <= start + 1 ? 0 : slides.length - start;
  return (
    <ul className={styles.list} ref={list}>
      {slides.slice(0, slides.length - hidden).map(({ id, content }) => (
        <li key={id}>{content}</li>
      ))}
      {hidden > 0 && (
        <li className={styles.more}>
          <Button variant="ghost" onClick={showAll}>
            <Plural value={hidden} one="Show # more" other="Show # more" />
          </Button>
        </li>
      )}
    </ul>
  );
}

import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { Button } from "./Button";
import { focusItem } from "./focus";
import styles from "./List.module.css";
import { Empty, ErrorState, Loading } from "./States";
import { useInView } from "./useInView";

type Props<T> = {
  query: UseInfiniteQueryResult<T[]>;
  label: string;
  failed: string;
  empty?: ReactNode;
  /** Cards beside each other where there is room. */
  grid?: boolean;
  children: (item: T) => ReactNode;
};

/** A paginated list with its loading, error and empty states; loads the next page near its end. */
export function List<T extends { id: number }>(props: Props<T>) {
  const { query, label, failed, empty, grid = false, children } = props;
  if (query.isPending) return <Loading />;
  if (!query.data)
    return <ErrorState text={failed} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return empty || <Empty />;
  return (
    <>
      <ul className={grid ? styles.grid : styles.list} aria-label={label}>
        {query.data.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
      {query.hasNextPage && <More query={query} />}
    </>
  );
}

/** Must follow the list or table that it continues. */
export function More({
  query,
}: {
  query: Pick<
    UseInfiniteQueryResult,
    "fetchNextPage" | "isFetching" | "isFetchingNextPage" | "isFetchNextPageError"
  >;
}) {
  const { fetchNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  const ref = useInView<HTMLDivElement>(
    () => {
      if (!isFetchNextPageError) void fetchNextPage();
    },
    // Watch again after each page, also after a cancelled one. A next page would cancel a refetch.
    { rootMargin: "600px", skip: isFetching },
  );
  const button = useFocusOnFirstNew(isFetchingNextPage);
  return (
    <div className={styles.more} ref={ref}>
      {isFetchNextPageError && <p role="alert">{t`Couldn't load more. Try again.`}</p>}
      {/* Not `disabled`, which would take the keyboard's place away from it. */}
      <Button
        ref={button}
        aria-disabled={isFetchingNextPage}
        onClick={() => isFetchingNextPage || void fetchNextPage()}
      >
        {isFetchingNextPage ? t`Loading . . .` : t`Load more`}
      </Button>
    </div>
  );
}

/** Moves the focus from the button, which the last page removes, to the first new item. */
function useFocusOnFirstNew(isFetching: boolean) {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    const last = isFetching && lastItem(button?.parentElement?.previousElementSibling);
    if (!last) return;
    return () => {
      if (button !== document.activeElement) return;
      // After the new items are drawn.
      requestAnimationFrame(() => {
        if (last.nextElementSibling) focusItem(last.nextElementSibling);
        else if (!button?.isConnected) focusItem(last);
      });
    };
  }, [isFetching]);
  return ref;
}

function lastItem(list: Element | null | undefined) {
  return (list instanceof HTMLTableElement ? list.tBodies[0] : list)?.lastElementChild;
}

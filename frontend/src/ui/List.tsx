import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useInView } from "react-intersection-observer";
import { Button } from "./Button";
import styles from "./List.module.css";
import { Empty, ErrorState, Loading } from "./States";

type Props<T> = {
  query: UseInfiniteQueryResult<T[]>;
  label: string;
  failed: string;
  empty?: ReactNode;
  /** Cards beside each other where there is room. */
  grid?: boolean;
  children: (item: T) => ReactNode;
};

/** A keyset list in all its states, which goes on by itself when its end comes near. */
export function List<T extends { id: number }>(props: Props<T>) {
  const { query, label, failed, empty, grid = false, children } = props;
  if (query.isPending) return <Loading />;
  if (!query.data)
    return <ErrorState text={failed} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return empty ?? <Empty />;
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

export function More({
  query,
}: {
  query: Pick<
    UseInfiniteQueryResult,
    "fetchNextPage" | "isFetchingNextPage" | "isFetchNextPageError"
  >;
}) {
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const { ref } = useInView({
    rootMargin: "600px",
    onChange: (inView) => {
      if (inView && !isFetchNextPageError) void fetchNextPage();
    },
  });
  return (
    <div className={styles.more} ref={ref}>
      {/* Not `disabled`, which would take the keyboard's place away from it. */}
      <Button
        aria-disabled={isFetchingNextPage}
        onClick={() => isFetchingNextPage || void fetchNextPage()}
      >
        {isFetchingNextPage ? t`Loading . . .` : t`Load more`}
      </Button>
    </div>
  );
}

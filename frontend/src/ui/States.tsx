import { t } from "@lingui/core/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { detailOf, statusOf } from "../error";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";
import styles from "./States.module.css";

/** CSS delays the cube, so that a quick answer does not flicker. */
export function Loading() {
  return (
    <div className={styles.state} role="status">
      <span className={styles.cube} aria-hidden="true" />
      <p>{t`Loading . . .`}</p>
    </div>
  );
}

type EmptyProps = {
  icon?: IconName;
  /** Explains the empty list and what to do. */
  children?: ReactNode;
};

export function Empty({ icon = "empty", children }: EmptyProps) {
  return (
    <div className={`${styles.state} ${styles.box}`}>
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <p className={styles.title}>{t`Wow, such empty!`}</p>
      {children}
    </div>
  );
}

type Failure = {
  text: string;
  error?: unknown;
  reason?: string | undefined;
  onRetry?: () => void;
};

/** Shows the reason, the server's unless given, on a second line. */
export function ErrorState({ text, error, reason = detailOf(error), onRetry }: Failure) {
  return (
    <div className={`${styles.state} ${styles.box}`} role="alert">
      <span className={`${styles.icon} ${styles.failed}`}>
        <Icon name="warning" />
      </span>
      <p className={styles.title}>{text}</p>
      {reason && <p>{reason}</p>}
      {onRetry && <Button onClick={onRetry}>{t`Retry`}</Button>}
    </div>
  );
}

type BoundaryProps<T> = {
  query: UseQueryResult<T>;
  failed: string;
  children: (data: T) => ReactNode;
};

/** The content of a query, or its loading or error state; a 404 has no Retry button. */
export function QueryBoundary<T>({ query, failed, children }: BoundaryProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading />;
  if (statusOf(query.error) === 404) return <ErrorState text={failed} />;
  return <ErrorState text={failed} onRetry={() => void query.refetch()} />;
}

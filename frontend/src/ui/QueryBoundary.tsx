import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { statusOf } from "../api/error";
import { ErrorState, Loading } from "./States";

type Props<T> = { query: UseQueryResult<T>; failed: string; children: (data: T) => ReactNode };

/** One thing in its states; what does not exist is worth no second try. */
export function QueryBoundary<T>({ query, failed, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading />;
  if (statusOf(query.error) === 404) return <ErrorState text={failed} />;
  return <ErrorState text={failed} onRetry={() => void query.refetch()} />;
}

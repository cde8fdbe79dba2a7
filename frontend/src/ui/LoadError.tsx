import type { UseQueryResult } from "@tanstack/react-query";
import { statusOf } from "../api/error";
import { Heading } from "./Heading";
import { NotFound } from "./NotFound";
import { Screen } from "./Screen";
import { ErrorState } from "./States";

/** What was deleted meanwhile is gone, whatever is remembered of it. */
export function isLoadError(query: Pick<UseQueryResult, "error" | "isLoadingError">): boolean {
  return query.isLoadingError || statusOf(query.error) === 404;
}

type Props = { query: Pick<UseQueryResult, "error" | "refetch">; text: string };

/** In the place of a screen whose one thing does not exist, or could not be had this time. */
export function LoadError({ query, text }: Props) {
  if (statusOf(query.error) === 404) return <NotFound text={text} />;
  return (
    <Screen>
      <Heading>Something went wrong</Heading>
      <ErrorState text={text} onRetry={() => void query.refetch()} />
    </Screen>
  );
}

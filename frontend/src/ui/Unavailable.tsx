import type { UseQueryResult } from "@tanstack/react-query";
import { statusOf } from "../api/error";
import { Heading } from "./Heading";
import { Missing } from "./Missing";
import { Screen } from "./Screen";
import { Failed } from "./States";

/** What was deleted meanwhile is gone, whatever is remembered of it. */
export function isUnavailable(query: Pick<UseQueryResult, "error" | "isLoadingError">): boolean {
  return query.isLoadingError || statusOf(query.error) === 404;
}

type Props = { query: Pick<UseQueryResult, "error" | "refetch">; text: string };

/** In the place of a screen whose one thing does not exist, or could not be had this time. */
export function Unavailable({ query, text }: Props) {
  if (statusOf(query.error) === 404) return <Missing text={text} />;
  return (
    <Screen>
      <Heading>Something went wrong</Heading>
      <Failed text={text} onRetry={() => void query.refetch()} />
    </Screen>
  );
}

import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Forum } from "../../api/types";
import { List } from "../../ui/List";
import { ErrorState } from "../../ui/States";
import { ForumCard } from "./ForumCard";

type Props = { query: UseInfiniteQueryResult<Forum[]>; failed?: string; none?: string };

export function ForumList({ query, failed, none }: Props) {
  return (
    <List
      query={query}
      label={t`Forums`}
      failed={failed ?? t`Unable to fetch forums. Please try again later.`}
      empty={none && <ErrorState text={none} />}
      grid
    >
      {(forum) => <ForumCard forum={forum} />}
    </List>
  );
}

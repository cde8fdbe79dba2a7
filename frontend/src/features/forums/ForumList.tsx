import { t } from "@lingui/core/macro";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Forum } from "../../api/types";
import { List } from "../../ui/List";
import { ForumCard } from "./ForumCard";

type Props = { query: UseInfiniteQueryResult<Forum[]>; failed?: string; none?: ReactNode };

export function ForumList({ query, failed, none }: Props) {
  return (
    <List
      query={query}
      label={t`Forums`}
      failed={failed ?? t`Unable to fetch forums. Please try again later.`}
      empty={none}
      grid
    >
      {(forum) => <ForumCard forum={forum} />}
    </List>
  );
}

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { Forum } from "../../api/types";
import { List } from "../../ui/List";
import { ErrorState } from "../../ui/States";
import { ForumCard } from "./ForumCard";

export const NO_MATCH = "No forums found matching your search.";
const UNREACHABLE = "Unable to fetch forums. Please try again later.";

type Props = { query: UseInfiniteQueryResult<Forum[]>; failed?: string; none?: string };

export function ForumList({ query, failed = UNREACHABLE, none }: Props) {
  return (
    <List
      query={query}
      label="Forums"
      failed={failed}
      empty={none && <ErrorState text={none} />}
      grid
    >
      {(forum) => <ForumCard forum={forum} />}
    </List>
  );
}

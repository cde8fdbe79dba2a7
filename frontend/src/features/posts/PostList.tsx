import { t } from "@lingui/core/macro";
import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Post } from "../../api/types";
import { List } from "../../ui/List";
import surfaces from "../../ui/Surface.module.css";
import { PostRow } from "./PostRow";
import { postQueries, type Feed } from "./queries";

type Props = {
  query: UseInfiniteQueryResult<Post[]>;
  empty?: ReactNode;
  /** The accessible name of the list. */
  label: string;
  inForum?: boolean;
  heading?: "h2" | "h3";
  /** The forum of the list has banned the member. */
  isBanned?: boolean;
};

/** Posts as rows on one surface. */
export function PostRows({ query, label, empty, ...row }: Props) {
  return (
    <div className={surfaces.surface}>
      <List query={query} label={label} failed={t`Couldn't load posts. Try again.`} empty={empty}>
        {(post) => <PostRow post={post} {...row} />}
      </List>
    </div>
  );
}

type ListProps = { forumId: number; feed: Feed; isBanned: boolean };

/** The posts of a forum, in the order and for the keyword of the URL. */
export function PostList({ forumId, feed, isBanned }: ListProps) {
  const query = useInfiniteQuery(postQueries.ofForum(forumId, feed));
  return <PostRows query={query} label={t`Posts`} inForum isBanned={isBanned} />;
}

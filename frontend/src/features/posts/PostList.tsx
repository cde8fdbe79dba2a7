import { useInfiniteQuery } from "@tanstack/react-query";
import { List } from "../../ui/List";
import { PostRow } from "./PostRow";
import { postQueries, type Feed } from "./queries";

/** The posts of a forum, in the order and for the words that the address names. */
export function PostList({ forumId, feed }: { forumId: number; feed: Feed }) {
  const query = useInfiniteQuery(postQueries.ofForum(forumId, feed));
  return (
    <List query={query} label="Posts" failed="Oops, it looks like the posts couldn't load">
      {(post) => <PostRow post={post} inForum />}
    </List>
  );
}

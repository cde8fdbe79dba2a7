import { usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { statusOf } from "../api/error";
import { ForumHeader } from "../features/forums/ForumHeader";
import { forumQueries } from "../features/forums/queries";
import { FeedTools, useFeed } from "../features/posts/FeedTools";
import { PostList } from "../features/posts/PostList";
import { postQueries } from "../features/posts/queries";
import { parseId } from "../paths";
import { Loaded } from "../ui/Loaded";
import { Missing } from "../ui/Missing";
import { Screen } from "../ui/Screen";

const FAILED = "Oops, it looks like this forum couldn't load";

/** A forum, its posts, and the posts that match a keyword: three addresses of one screen. */
export function ForumScreen() {
  const params = useParams();
  const id = parseId(params.id ?? params.forumId);
  return id ? <Forum id={id} /> : <Missing text={FAILED} />;
}

function Forum({ id }: { id: number }) {
  const query = useQuery(forumQueries.detail(id));
  const feed = useFeed();
  usePrefetchInfiniteQuery(postQueries.ofForum(id, feed));
  if (statusOf(query.error) === 404) return <Missing text={FAILED} />;
  return (
    <Screen>
      <Loaded query={query} failed={FAILED}>
        {(forum) => <ForumHeader forum={forum} />}
      </Loaded>
      {/* Drawn together, so that nothing moves under the reader's finger. */}
      {!query.isPending && (
        <>
          <FeedTools forumId={id} />
          <PostList forumId={id} feed={feed} />
        </>
      )}
    </Screen>
  );
}

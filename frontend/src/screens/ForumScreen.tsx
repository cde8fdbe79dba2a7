import { t } from "@lingui/core/macro";
import { usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ForumHeader } from "../features/forums/ForumHeader";
import { forumQueries } from "../features/forums/queries";
import { MuteItem, WatchButton } from "../features/notifications/WatchButtons";
import { FeedTools, useFeed } from "../features/posts/FeedTools";
import { NewPosts } from "../features/posts/NewPosts";
import { PostList } from "../features/posts/PostList";
import { postQueries } from "../features/posts/queries";
import { parseId } from "../paths";
import { Columns, useHasAside } from "../ui/Columns";
import { isLoadError, LoadError, NotFound } from "../features/access/ErrorPage";
import { useOwnBan } from "../features/bans/ownBans";
import { Screen } from "../ui/Screen";
import { Loading } from "../ui/States";
import { ForumSidebar } from "./ForumSidebar";
import styles from "./HomeScreen.module.css";

/** A forum, its posts, and the posts that match a keyword: three addresses of one screen. */
export function ForumScreen() {
  const params = useParams();
  const id = parseId(params.id ?? params.forumId);
  return id ? (
    <Forum id={id} />
  ) : (
    <NotFound text={t`Oops, it looks like this forum couldn't load`} />
  );
}

function Forum({ id }: { id: number }) {
  const query = useQuery(forumQueries.detail(id));
  const feed = useFeed();
  const isBanned = useOwnBan(id) !== undefined;
  const hasAside = useHasAside();
  usePrefetchInfiniteQuery(postQueries.ofForum(id, feed));
  if (isLoadError(query))
    return (
      <LoadError query={query} text={t`Oops, it looks like this forum couldn't load`} isInForum />
    );
  if (!query.data)
    return (
      <Screen>
        <Loading />
      </Screen>
    );
  const watched = { what: { kind: "forum", id }, level: query.data.watch } as const;
  return (
    <Screen width="wide">
      <ForumHeader
        forum={query.data}
        tools={<WatchButton {...watched} variant="secondary" />}
        menu={watched.level && <MuteItem {...watched} />}
        hasAside={hasAside}
      />
      <Columns aside={<ForumSidebar forumId={id} />}>
        <div className={styles.feed}>
          <FeedTools forumId={id} />
          <PostList forumId={id} feed={feed} isBanned={isBanned} />
          {!feed.keyword && (
            <NewPosts
              key={`${id} ${feed.filter}`}
              list={postQueries.ofForum(id, feed)}
              isByTime={feed.filter === "recent"}
              forumId={id}
            />
          )}
        </div>
      </Columns>
    </Screen>
  );
}

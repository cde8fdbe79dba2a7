import { plural } from "@lingui/core/macro";
import { useMutation, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "../../api/client";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";
import { focusHeading } from "../../ui/focus";
import { LivePill } from "../../ui/LivePill";
import { useTopic } from "../../live/topics";
import { newPosts } from "./newPosts";

/** "2 new posts" above the newest posts of a forum, or of all; a click loads them. */
export function NewPosts({ forumId }: { forumId?: number }) {
  const client = useQueryClient();
  useTopic(forumId ? `forum:${forumId}` : "posts");
  const isHere = (post: { forumId: number }) => !forumId || post.forumId === forumId;
  const count = newPosts.use().filter(isHere).length;
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { feeds, forums } = postKeys;
      const queryKey = forumId ? [...forums, forumId] : feeds;
      // A refetch would request every loaded page.
      client.setQueriesData<InfiniteData<Page<Post>>>({ queryKey }, firstPage);
      await client.invalidateQueries({ queryKey });
    },
    onSuccess() {
      newPosts.remove(isHere);
      scrollTo({ top: 0 });
      focusHeading();
    },
  });
  // The next list counts from its own load.
  useEffect(() => () => newPosts.remove(() => true), []);
  return (
    <LivePill busy={isPending} onClick={mutate}>
      {count > 0 && plural(count, { one: "# new post", other: "# new posts" })}
    </LivePill>
  );
}

function firstPage<T>(data: InfiniteData<T> | undefined): InfiniteData<T> | undefined {
  return data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}

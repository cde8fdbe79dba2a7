import { plural, t } from "@lingui/core/macro";
import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { Page } from "../../api/client";
import { isLive } from "../../api/liveStatus";
import { notifyFailure } from "../../api/refusal";
import type { Post } from "../../api/types";
import { useTopic } from "../../live/topics";
import { focusHeading } from "../../ui/focus";
import { LivePill } from "../../ui/LivePill";
import { newPosts } from "./newPosts";
import type { postQueries } from "./queries";

type List = ReturnType<typeof postQueries.feed | typeof postQueries.ofForum>;
type Props = {
  /** The list on the screen. */
  list: List;
  /** Whether the newest posts come first. */
  isByTime: boolean;
  forumId?: number;
};

/** "2 new posts" above the posts of a forum, or of all; a click loads them. */
export function NewPosts(props: Props) {
  const { list, forumId } = props;
  useTopic(forumId ? `forum:${forumId}` : "posts");
  const { data, dataUpdatedAt } = useInfiniteQuery<
    Page<Post>,
    Error,
    Post[],
    readonly unknown[],
    string | undefined
  >({ ...list, enabled: false });
  // Before, page one would count as old, and be asked for twice.
  return data && <Pill {...props} shown={data} shownAt={dataUpdatedAt} />;
}

type Shown = { shown: Post[]; shownAt: number };

function Pill({ list, isByTime, forumId, shown, shownAt }: Props & Shown) {
  const client = useQueryClient();
  const isHere = (post: { forumId: number }) => !forumId || post.forumId === forumId;
  const announced = newPosts.use().filter((post) => isByTime && isHere(post));
  const missed = useMissed(list, isByTime, { shown, shownAt });
  const count = new Set([...announced, ...missed].map(({ id }) => id)).size;
  const { mutate, isPending } = useMutation({
    // A refetch would request every loaded page, and a next page that comes into view would cancel it.
    mutationFn: () => list.fetchPage(undefined, new AbortController().signal),
    async onSuccess(page) {
      await client.cancelQueries({ queryKey: list.queryKey });
      client.setQueryData(list.queryKey, { pages: [page], pageParams: [undefined] });
      newPosts.remove(isHere);
      scrollTo({ top: 0 });
      focusHeading();
    },
    onError: (error) => notifyFailure(t`Couldn't load posts. Try again.`, error),
  });
  // The next list counts from its own load.
  useEffect(() => () => newPosts.remove(() => true), []);
  return (
    <LivePill busy={isPending} onClick={mutate}>
      {count > 0 && plural(count, { one: "# new post", other: "# new posts" })}
    </LivePill>
  );
}

/**
 * The posts of page one that the list lacks. Fetched when the reader comes back, to the screen or to the window,
 * where the list itself stays as it is: of several pages, or in an order that a refetch would move.
 */
function useMissed(list: List, isByTime: boolean, { shown, shownAt }: Shown): Post[] {
  const client = useQueryClient();
  const pages = client.getQueryData<InfiniteData<Page<Post>>>(list.queryKey)?.pages.length ?? 0;
  const { data: head, dataUpdatedAt: headAt } = useQuery({
    queryKey: ["page one", ...list.queryKey],
    queryFn: ({ signal }) => list.fetchPage(undefined, signal),
    initialData: { items: [], next: undefined },
    initialDataUpdatedAt: shownAt,
    refetchOnMount: pages > 1,
    // Events tell of new posts, and not how posts rank.
    refetchOnWindowFocus: isByTime ? () => pages > 1 && !isLive() : true,
  });
  if (headAt <= shownAt) return [];
  const ids = new Set(shown.map(({ id }) => id));
  // Posts older than the last one of the list are on its next pages.
  const oldest = isByTime
    ? Math.min(...shown.filter(({ pinned }) => !pinned).map(({ id }) => id))
    : 0;
  return head.items.filter(({ id, pinned }) => !pinned && !ids.has(id) && id > oldest);
}

import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { api, unwrap, type Page } from "../../api/client";
import { showPost } from "../../api/showPost";
import { voteKey } from "../../api/tallies";
import { afterPending } from "../../api/latest";
import { postKeys } from "../../api/queryKeys";
import type { Post } from "../../api/types";
import type { LiveHandlers } from "../../live/follow";
import { newPosts } from "./newPosts";
import { postQueries, type Feed } from "./queries";
import { listedPost } from "./usePost";

/** Events within this time cause one refetch. */
const COLLECT_MS = 250;
/** Of a larger burst only the first posts are refetched. */
const MOST = 10;

/** Updates the shown posts; new ones wait until the reader asks for them. */
export const postEvents: LiveHandlers = {
  post(client, { id, forumId, act }) {
    if (act === "written" && !isPostShown(client, id)) newPosts.add({ id, forumId });
    else refreshPost(client, id);
    if (act === "deleted") newPosts.remove((post) => post.id === id);
  },
  reply: (client, { postId }) => refreshPost(client, postId),
  resync(client) {
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: postKeys.details }))
      afterVote(client, Number(queryKey.at(-1)), () => void client.invalidateQueries({ queryKey }));
    void findNewPosts(client);
  },
};

const due = new Set<number>();

/** Refetches a post that is on the screen and updates it everywhere. */
function refreshPost(client: QueryClient, id: number) {
  if (!isPostShown(client, id)) return;
  if (due.size === 0) setTimeout(() => flush(client), COLLECT_MS);
  if (due.size < MOST) due.add(id);
}

function flush(client: QueryClient) {
  const ids = [...due].filter((id) => isPostShown(client, id));
  due.clear();
  for (const id of ids) afterVote(client, id, () => fetchPost(client, id));
}

function afterVote(client: QueryClient, id: number, run: () => void) {
  afterPending(client, voteKey({ kind: "post", id }), run);
}

function fetchPost(client: QueryClient, id: number) {
  client
    .fetchQuery({ ...postQueries.detail(id), staleTime: 0 })
    .then((post) => showPost(client, post))
    // A deleted post stays in the lists until they are refetched, so that nothing moves.
    .catch(() => undefined);
}

/** Compares the lists on the screen that are sorted by time with the newest posts. */
async function findNewPosts(client: QueryClient) {
  const { forums, feeds } = postKeys;
  const lists = [forums, feeds]
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: "active" }))
    .filter(({ queryKey }) => isByTime(queryKey.at(-1) as Partial<Feed>));
  const found = lists.map(async ({ queryKey, state }) => {
    const pages = (state.data as InfiniteData<Page<Post>> | undefined)?.pages ?? [];
    const ids = pages.flatMap(({ items }) => items.filter(({ pinned }) => !pinned));
    // Posts older than the last one of the list are on its next pages.
    const oldest = ids.length > 0 ? Math.min(...ids.map(({ id }) => id)) : 0;
    const newest = await fetchNewest(Number(queryKey[forums.length])).catch(() => []);
    return newest.filter(({ id }) => id > oldest);
  });
  for (const { id, forum_id: forumId } of (await Promise.all(found)).flat())
    if (!isPostShown(client, id)) newPosts.add({ id, forumId });
}

function isByTime({ filter, keyword }: Partial<Feed>): boolean {
  return filter === "recent" && !keyword;
}

/** Whether a list has the post or a screen shows it. */
function isPostShown(client: QueryClient, id: number): boolean {
  const detail = client.getQueryCache().find({ queryKey: postQueries.detail(id).queryKey });
  return detail?.isActive() === true || listedPost(client, id) !== undefined;
}

/** The newest posts of a forum, or of all forums. */
function fetchNewest(forumId: number): Promise<Post[]> {
  const query = { filter: "recent" as const };
  return forumId
    ? unwrap(api.GET("/api/forum/{id}/posts", { params: { path: { id: forumId }, query } }))
    : unwrap(api.GET("/api/posts", { params: { query } }));
}

import type { QueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { cancelRefetches, patchEverywhere } from "../../api/queryClient";
import type { Post } from "../../api/types";
import { afterVote, hasPendingVote } from "../../api/useVote";
import type { LiveHandlers } from "../../live/events";
import { newPosts } from "./newPosts";
import { listedPost, postQueries } from "./queries";

/** What comes within this time is asked for once. */
const COLLECT_MS = 250;
/** A burst of more than this refreshes the first ones alone. */
const MOST = 10;

/** Keeps posts on the screen as they are now; new ones wait until somebody asks for them. */
export const postEvents: LiveHandlers = {
  post(client, { id, forumId, act }) {
    if (act === "written" && !isPostShown(client, id)) newPosts.add({ id, forumId });
    else refreshPost(client, id);
    if (act === "deleted") newPosts.remove((post) => post.id === id);
  },
  reply: (client, { postId }) => refreshPost(client, postId),
  votes(client, { kind, id, upvotes, downvotes }) {
    if (kind !== "post" || hasPendingVote(`post-${id}`)) return;
    // An answer from before the vote would undo it.
    const restart = cancelRefetches(client, postQueries.detail(id).queryKey);
    patchEverywhere<Post>(client, postQueries.keys.all, id, (post) => ({
      ...post,
      upvotes,
      downvotes,
    }));
    restart();
  },
  resync(client) {
    for (const { queryKey } of client
      .getQueryCache()
      .findAll({ queryKey: postQueries.keys.details }))
      afterVote(`post-${String(queryKey.at(-1))}`, () => {
        void client.invalidateQueries({ queryKey });
      });
    void findNewPosts(client);
  },
};

const due = new Set<number>();

/** Asks for a post again, if it is on the screen, and shows it wherever it stands. */
function refreshPost(client: QueryClient, id: number) {
  if (!isPostShown(client, id)) return;
  if (due.size === 0) setTimeout(() => flush(client), COLLECT_MS);
  if (due.size < MOST) due.add(id);
}

function flush(client: QueryClient) {
  const ids = [...due].filter((id) => isPostShown(client, id));
  due.clear();
  for (const id of ids) afterVote(`post-${id}`, () => fetchPost(client, id));
}

function fetchPost(client: QueryClient, id: number) {
  client
    .fetchQuery({ ...postQueries.detail(id), staleTime: 0 })
    .then((post) => patchEverywhere<Post>(client, postQueries.keys.lists, id, () => post))
    // One that is gone stays in the lists until they are loaded anew: nothing moves.
    .catch(() => undefined);
}

async function findNewPosts(client: QueryClient) {
  const posts = await fetchNewest(client).catch(() => []);
  for (const { id, forum_id: forumId } of posts)
    if (!isPostShown(client, id)) newPosts.add({ id, forumId });
}

/** Whether a list has the post or a screen shows it. */
function isPostShown(client: QueryClient, id: number): boolean {
  const detail = client.getQueryCache().find({ queryKey: postQueries.detail(id).queryKey });
  return detail?.isActive() === true || listedPost(client, id) !== undefined;
}

/** The newest posts of what is on the screen: of the forum, or of all. */
async function fetchNewest(client: QueryClient): Promise<Post[]> {
  const cache = client.getQueryCache();
  const forums = cache
    .findAll({ queryKey: postQueries.keys.forums, type: "active" })
    .map(({ queryKey }) => Number(queryKey[postQueries.keys.forums.length]));
  const query = { filter: "recent" as const };
  const lists = forums.map((id) =>
    unwrap(api.GET("/api/forum/{id}/posts", { params: { path: { id }, query } })),
  );
  if (cache.findAll({ queryKey: postQueries.keys.feeds, type: "active" }).length > 0)
    lists.push(unwrap(api.GET("/api/posts", { params: { query } })));
  return (await Promise.all(lists)).flat();
}

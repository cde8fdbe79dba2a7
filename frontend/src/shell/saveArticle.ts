import { t } from "@lingui/core/macro";
import { queryClient } from "../api/queryClient";
import { postKeys } from "../api/queryKeys";
import { notifyFailure } from "../api/refusal";
import type { Post } from "../api/types";
import { notify } from "../ui/notify";
import { setSaved, type Savable } from "../features/saved/setSaved";

/** Saves the post or reply that an item of a list links to; unsaves a post that is known to be saved. */
export async function saveArticle(article: Element): Promise<void> {
  const thing = thingOf(article);
  if (!thing) return;
  try {
    const saved = await setSaved(queryClient, thing, !isSaved(thing));
    notify({
      message: saved ? t({ message: "Saved", context: "done" }) : t`No longer saved`,
      type: "success",
    });
  } catch (error) {
    notifyFailure(t`Couldn't save this. Try again.`, error);
  }
}

function thingOf(article: Element): Savable | undefined {
  const address = article.querySelector(":is(h2, h3) a[href]")?.getAttribute("href") ?? "";
  const [, post, reply] = /^\/posts\/(\d+)(?:\?[^#]*)?(?:#reply-(\d+))?$/.exec(address) ?? [];
  if (reply) return { kind: "reply", id: Number(reply) };
  return post ? { kind: "post", id: Number(post) } : undefined;
}

type CachedPosts = Post | { items: Post[] } | { pages: { items: Post[] }[] };

function isSaved({ kind, id }: Savable): boolean {
  return queryClient
    .getQueriesData<CachedPosts>({ queryKey: postKeys.all })
    .flatMap(([, data]) => {
      if (!data) return [];
      if ("pages" in data) return data.pages.flatMap(({ items }) => items);
      return "items" in data ? data.items : [data];
    })
    .some((post) => kind === "post" && post.id === id && post.saved);
}

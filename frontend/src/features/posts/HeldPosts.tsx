import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PostRows } from "./PostList";
import { postQueries } from "./queries";

/** The member's own held posts; nothing if there are none. */
export function HeldPosts() {
  const query = useInfiniteQuery(postQueries.held());
  if (!query.data?.length) return null;
  return (
    <section aria-labelledby="held-posts">
      <h2 id="held-posts">{t`Awaiting approval`}</h2>
      <PostRows query={query} label={t`Awaiting approval`} heading="h3" />
    </section>
  );
}

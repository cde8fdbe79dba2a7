import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { statusOf } from "../api/error";
import { PostDetail } from "../features/posts/PostDetail";
import { postQueries } from "../features/posts/queries";
import { Thread } from "../features/replies/Thread";
import { parseId } from "../paths";
import { Loaded } from "../ui/Loaded";
import { Missing } from "../ui/Missing";
import { Screen } from "../ui/Screen";

const FAILED = "Oops, it looks like this post couldn't load";

export function PostScreen() {
  const id = parseId(useParams().post);
  return id ? <PostWithReplies id={id} /> : <Missing text={FAILED} />;
}

export function PostWithReplies({ id }: { id: number }) {
  const query = useQuery(postQueries.detail(id));
  if (statusOf(query.error) === 404) return <Missing text={FAILED} />;
  return (
    <Screen width="thread">
      <Loaded query={query} failed={FAILED}>
        {(post) => (
          <>
            <PostDetail post={post} />
            <Thread postId={id} forumId={post.forum_id} count={post.replyCount} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

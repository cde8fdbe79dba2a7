import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { waitUpTo } from "../api/waitUpTo";
import { queryClient } from "../api/queryClient";
import { useSignedIn } from "../api/session";
import { ForumCard } from "../features/forums/ForumCard";
import { forumQueries } from "../features/forums/queries";
import { Invitation } from "../features/home/Invitation";
import { Showcase } from "../features/home/Showcase";
import { sorted } from "../features/home/sorted";
import { PostRow } from "../features/posts/PostRow";
import { postQueries } from "../features/posts/queries";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { SortSelect } from "../ui/SortSelect";

export const prepare = () =>
  waitUpTo(
    queryClient.prefetchQuery(postQueries.trending()),
    queryClient.prefetchQuery(forumQueries.active()),
  );

export function HomeScreen() {
  const signedIn = useSignedIn();
  const [params] = useSearchParams();
  const order = params.get("sort");
  const posts = useQuery({
    ...postQueries.trending(),
    select: ({ items }) => sorted(items, order),
  });
  const forums = useQuery(forumQueries.active());
  return (
    <Screen width="wide">
      <Heading title="POST-UP">What people talk about</Heading>
      {!signedIn && <Invitation />}
      <Showcase
        title="Trending Now"
        tall
        query={posts}
        failed="Oops, it looks like popular posts couldn't load"
        tools={posts.data && posts.data.length > 0 && <SortSelect />}
      >
        {(post) => <PostRow post={post} heading="h3" />}
      </Showcase>
      <Showcase
        title="Active Forums"
        query={forums}
        failed="Oops, it looks like active forums couldn't load"
      >
        {(forum) => <ForumCard forum={forum} heading="h3" />}
      </Showcase>
    </Screen>
  );
}

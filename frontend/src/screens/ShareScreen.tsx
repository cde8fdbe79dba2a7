import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { postQueries } from "../features/posts/queries";
import { SharePicker } from "../features/share/SharePicker";
import { parseId, paths } from "../paths";
import { Dialog } from "../ui/Dialog";
import { Heading } from "../ui/Heading";
import { QueryBoundary } from "../ui/QueryBoundary";
import { Card, Screen } from "../ui/Screen";
import { PostWithReplies } from "./PostScreen";

const SITE = { title: "POST-UP", description: "POST-UP" };

/** A dialog over the post that it was opened from; a page for whoever comes by the address. */
export function ShareScreen() {
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { over?: boolean } | null };
  const id = parseId(params.get("post") ?? undefined);
  if (id && state?.over) return <OverPost id={id} />;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{id ? "Share this post" : "Share POST-UP"}</Heading>
        {id ? <PostPicker id={id} /> : <SharePicker url={location.origin} {...SITE} />}
      </Card>
    </Screen>
  );
}

function OverPost({ id }: { id: number }) {
  const navigate = useNavigate();
  return (
    <>
      <PostWithReplies id={id} />
      <Dialog title="Share this post" onClose={() => void navigate(-1)}>
        <PostPicker id={id} />
      </Dialog>
    </>
  );
}

function PostPicker({ id }: { id: number }) {
  const query = useQuery(postQueries.detail(id));
  return (
    <QueryBoundary query={query} failed="Oops, it looks like this post couldn't load">
      {({ title, description }) => (
        <SharePicker
          url={location.origin + paths.post(id)}
          title={title}
          description={description}
        />
      )}
    </QueryBoundary>
  );
}

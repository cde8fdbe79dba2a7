import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useMatch, useNavigate, useSearchParams } from "react-router";
import { ReadersNote } from "../features/access/ReadersNote";
import { postQueries } from "../features/posts/queries";
import { SharePicker } from "../features/share/SharePicker";
import { parseId, paths } from "../paths";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { Dialog } from "../ui/Dialog";
import { Heading } from "../ui/Heading";
import { site } from "../ui/site";
import { QueryBoundary } from "../ui/States";
import { Screen } from "../ui/Screen";
import { plainText } from "../ui/trusted";

/** What the share address shares; `isOverPost` if the member came from the post. */
export function useShared() {
  const isSharing = useMatch("/posts/share") !== null;
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { over?: boolean } | null };
  if (!isSharing) return undefined;
  const id = parseId(params.get("post") ?? undefined);
  return { id, isOverPost: id !== undefined && state?.over === true };
}

/** A standalone page, for visits by URL. */
export function ShareScreen({ id }: { id: number | undefined }) {
  const { name } = site.use();
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{id ? t`Share this post` : t`Share ${name}`}</Heading>
        {id ? (
          <PostPicker id={id} />
        ) : (
          <SharePicker url={location.origin} title={name} description={name} />
        )}
      </Card>
    </Screen>
  );
}

export function ShareDialog({ id }: { id: number }) {
  const navigate = useNavigate();
  const close = () => void navigate(-1);
  return (
    <Dialog
      title={t`Share this post`}
      onClose={close}
      actions={<Button onClick={close}>{t`Close`}</Button>}
    >
      <PostPicker id={id} />
    </Dialog>
  );
}

function PostPicker({ id }: { id: number }) {
  const query = useQuery(postQueries.detail(id));
  return (
    <QueryBoundary query={query} failed={t`Oops, it looks like this post couldn't load`}>
      {({ title, description, description_html: html, forum_topic: topic, forum_visibility }) => (
        <>
          <ReadersNote visibility={forum_visibility} topic={topic} isLink />
          <SharePicker
            url={location.origin + paths.post(id)}
            title={title}
            description={html === undefined ? description : plainText(html)}
          />
        </>
      )}
    </QueryBoundary>
  );
}

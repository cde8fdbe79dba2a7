import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { useModerates } from "../api/session";
import { isLoadError, LoadError, NotFound } from "../features/access/ErrorPage";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { forumQueries } from "../features/forums/queries";
import { Webhooks } from "../features/webhooks/Webhooks";
import { parseId, paths } from "../paths";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { ErrorState, Loading } from "../ui/States";

/** The webhooks of a forum, for its moderators. */
export function ForumWebhooksScreen() {
  const id = parseId(useParams().id);
  return id ? (
    <OfForum id={id} />
  ) : (
    <NotFound text={t`Oops, it looks like this forum couldn't load`} />
  );
}

function OfForum({ id }: { id: number }) {
  const forum = useQuery(forumQueries.detail(id));
  const moderates = useModerates(id);
  if (isLoadError(forum))
    return <LoadError query={forum} text={t`Oops, it looks like this forum couldn't load`} />;
  if (!forum.data) return <Loading />;
  const { topic, visibility } = forum.data;
  return (
    <Screen>
      <Heading title={t`Webhooks of ${topic}`}>{t`Webhooks`}</Heading>
      <p>
        <Link to={paths.forum(id)} dir="auto">
          {topic}
        </Link>{" "}
        <VisibilityMark of={visibility} />
      </p>
      {moderates ? (
        <Webhooks forum={id} />
      ) : (
        <ErrorState text={t`Only moderators of this forum can see its webhooks.`} />
      )}
    </Screen>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { useModerates } from "../../api/session";
import type { Forum, User } from "../../api/types";
import { parseId, paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { isLoadError, LoadError, NotFound } from "../access/ErrorPage";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState, Loading } from "../../ui/States";
import { VisibilityMark } from "../access/VisibilityMark";
import { forumQueries } from "../forums/queries";
import { moderationQueries } from "./queries";
import { UserTable } from "./UserTable";

type Props = {
  title: string;
  /** The message for members without the right. */
  refusal: string;
  /** Buttons beside the title. */
  toolbar?: ComponentType<{ forumId: number }>;
  /** What all readers of the forum see; nothing, if that is for moderators. */
  forReaders?: (forum: Forum) => ReactNode;
  children: (forumId: number) => ReactNode;
};

/** The frame of the screens about people of a forum, for its moderators and admins. */
export function ForumPeople(props: Props) {
  const id = parseId(useParams().id);
  return id ? (
    <People {...props} id={id} />
  ) : (
    <NotFound text={t`Oops, it looks like this forum couldn't load`} />
  );
}

function People(props: Props & { id: number }) {
  const { id, title, refusal, toolbar: Tools, forReaders, children } = props;
  const moderates = useModerates(id);
  const query = useQuery(forumQueries.detail(id));
  if (isLoadError(query))
    return <LoadError query={query} text={t`Oops, it looks like this forum couldn't load`} />;
  const forum = query.data;
  const shown = forum && forReaders?.(forum);
  return (
    <Screen>
      <div>
        <ButtonLink variant="ghost" icon="back" to={paths.forum(id)}>
          <Trans>Back to the forum</Trans>
        </ButtonLink>
      </div>
      <PageHeader>
        <Heading>{title}</Heading>
        {moderates && Tools && <Tools forumId={id} />}
      </PageHeader>
      {forum ? (
        <>
          <p>
            <bdi>{forum.topic}</bdi> <VisibilityMark of={forum.visibility} />
          </p>
          {shown}
          {moderates ? children(id) : !shown && <ErrorState text={refusal} />}
        </>
      ) : (
        <Loading />
      )}
    </Screen>
  );
}

type CandidatesProps = {
  forumId: number;
  bannable?: boolean;
  /** The button of each row. */
  action: { name: string; label: (username: string) => string };
  onAct: (user: User, users: User[] | undefined) => void;
};

/**
 * Members who neither moderate the forum nor are banned, with a search that the address keeps. Those who can be
 * banned are not listed before somebody is looked for.
 */
export function Candidates({ forumId, bannable = false, action, onAct }: CandidatesProps) {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const isDue = !bannable || keyword !== "";
  const query = useInfiniteQuery({
    ...moderationQueries.candidates(forumId, keyword, bannable),
    enabled: isDue,
  });
  return (
    <>
      <SearchBox
        label={t`Search members`}
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
      />
      {isDue && (
        <UserTable
          query={query}
          label={t`Members`}
          renderActions={(user) => (
            <Button
              variant="ghost"
              aria-label={action.label(user.username)}
              onClick={() => onAct(user, query.data)}
            >
              {action.name}
            </Button>
          )}
        />
      )}
    </>
  );
}

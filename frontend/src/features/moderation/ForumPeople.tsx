import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { useModerates } from "../../api/session";
import type { User } from "../../api/types";
import { parseId, paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { NotFound } from "../../ui/ErrorPage";
import { Heading } from "../../ui/Heading";
import { PageHeader, Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { moderationQueries } from "./queries";
import { UserTable } from "./UserTable";

type Props = {
  title: string;
  /** The message for members without the right. */
  refusal: string;
  /** Buttons beside the title. */
  toolbar?: ComponentType<{ forumId: number }>;
  children: (forumId: number) => ReactNode;
};

/** The frame of the screens about people of a forum, for its moderators and admins. */
export function ForumPeople({ title, refusal, toolbar: Tools, children }: Props) {
  const id = parseId(useParams().id);
  const moderates = useModerates(id);
  if (!id) return <NotFound text={t`Oops, it looks like this forum couldn't load`} />;
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
      {moderates ? children(id) : <ErrorState text={refusal} />}
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

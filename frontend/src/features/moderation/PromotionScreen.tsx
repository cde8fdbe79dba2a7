import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { useModerates } from "../../api/session";
import { parseId, paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { NotFound } from "../../ui/ErrorPage";
import { Heading } from "../../ui/Heading";
import { ICONS } from "../../ui/icons";
import { Screen } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { Moderators } from "./Moderators";
import { moderationQueries } from "./queries";
import { usePromote } from "./usePromote";
import { UserTable } from "./UserTable";

export function PromotionScreen() {
  const id = parseId(useParams().id);
  const moderates = useModerates(id);
  if (!id) return <NotFound text={t`Oops, it looks like this forum couldn't load`} />;
  return (
    <Screen>
      <div>
        <ButtonLink variant="ghost" icon={ICONS.back} to={paths.forum(id)}>
          <Trans>Back to the forum</Trans>
        </ButtonLink>
      </div>
      <Heading>{t`Promote to Moderator`}</Heading>
      {moderates ? (
        <>
          <Promotable forumId={id} />
          <Moderators forumId={id} />
        </>
      ) : (
        <ErrorState text={t`Only moderators of this forum and admins can promote members.`} />
      )}
    </Screen>
  );
}

function Promotable({ forumId }: { forumId: number }) {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const query = useInfiniteQuery(moderationQueries.promotable(forumId, keyword));
  const promote = usePromote(forumId, query.data);
  return (
    <>
      <SearchBox
        label={t`Search users`}
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
      />
      <UserTable
        query={query}
        label={t`Users`}
        renderActions={({ username }) => (
          <Button
            variant="ghost"
            aria-label={t`Promote ${username}`}
            onClick={() => void promote(username)}
          >
            {t`Promote`}
          </Button>
        )}
      />
    </>
  );
}

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
import { PageHeader, Screen, Toolbar } from "../../ui/Screen";
import { SearchBox } from "../../ui/SearchBox";
import { ErrorState } from "../../ui/States";
import { ForumBans } from "./ForumBans";
import { Moderators } from "./Moderators";
import { moderationQueries } from "./queries";
import { useForumBans } from "./useForumBans";
import styles from "./UserTable.module.css";
import { UserTable } from "./UserTable";

/** Who is banned from a forum, who can be, and its moderators. */
export function MembersScreen() {
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
      <PageHeader>
        <Heading>{t`Members of this forum`}</Heading>
        {moderates && (
          <Toolbar>
            <ButtonLink icon="shield" to={paths.promote(id)}>
              {t`Promote to Moderator`}
            </ButtonLink>
          </Toolbar>
        )}
      </PageHeader>
      {moderates ? (
        <>
          <ForumBans forumId={id} />
          <Bannable forumId={id} />
          <Moderators forumId={id} />
        </>
      ) : (
        <ErrorState text={t`Only moderators of this forum and admins can see this.`} />
      )}
    </Screen>
  );
}

/** Members who neither moderate the forum nor are banned: those who can be promoted, too. */
function Bannable({ forumId }: { forumId: number }) {
  const [params, setParams] = useSearchParams();
  const keyword = params.get("keyword")?.trim() ?? "";
  const query = useInfiniteQuery(moderationQueries.promotable(forumId, keyword));
  const { ban } = useForumBans(forumId);
  return (
    <section className={styles.section} aria-labelledby="bannable">
      <h2 id="bannable">{t`Ban a member`}</h2>
      <SearchBox
        label={t`Search users`}
        value={keyword}
        onSearch={(term) => setParams(term ? { keyword: term } : {})}
      />
      <UserTable
        query={query}
        label={t`Users`}
        renderActions={(user) => (
          <Button
            variant="ghost"
            aria-label={t`Ban ${user.username}`}
            onClick={() => void ban(user)}
          >
            {t`Ban`}
          </Button>
        )}
      />
    </section>
  );
}

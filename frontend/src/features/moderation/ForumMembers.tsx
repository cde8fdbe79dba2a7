import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useModerates } from "../../api/session";
import type { Forum, ForumMember } from "../../api/types";
import { Button } from "../../ui/Button";
import { List } from "../../ui/List";
import { SearchBox } from "../../ui/SearchBox";
import { Empty, Loading } from "../../ui/States";
import surface from "../../ui/Surface.module.css";
import { Joined } from "../members/Joined";
import { Person } from "../members/Person";
import styles from "./ForumMembers.module.css";
import { moderationQueries } from "./queries";
import { useLeave, useRemoveMember } from "./useForumMembers";

/** Who may read a private forum beside its moderators and admins, with a search that the address keeps. */
export function ForumMembers({ forum }: { forum: Forum }) {
  const [params, setParams] = useSearchParams();
  const name = params.get("name")?.trim() ?? "";
  const query = useMembers(forum.id, name);
  const moderates = useModerates(forum.id);
  const remove = useRemoveMember(forum.id);
  const leave = useLeave(forum);
  return (
    <section className={`${styles.section} ${styles.members}`} aria-labelledby="forum-members">
      <h2 id="forum-members">{t`Members`}</h2>
      <SearchBox
        label={t`Search members`}
        value={name}
        clear="when-filled"
        onSearch={(term) => setParams(term ? { name: term } : {})}
      />
      <div className={surface.surface}>
        <List
          query={query}
          label={t`Members`}
          failed={t`Couldn't load the members. Try again.`}
          empty={
            query.hasNextPage ? (
              <Loading />
            ) : (
              <Empty>
                <p>{name ? t`No member has this name.` : t`This forum has no members yet.`}</p>
              </Empty>
            )
          }
        >
          {(member) => (
            <MemberRow
              member={member}
              onRemove={moderates ? () => void remove(member.user) : undefined}
            />
          )}
        </List>
      </div>
      {/* Its moderators and admins read it without being members. */}
      {!moderates && (
        <div>
          <Button icon="leave" onClick={() => void leave()}>
            {t`Leave this forum`}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The members whose name contains the text; for that all are loaded. */
function useMembers(forumId: number, name: string) {
  const query = useInfiniteQuery(moderationQueries.members(forumId));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const isDue = name !== "" && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
  const isFound = ({ user }: ForumMember) =>
    user.username.toLowerCase().includes(name.toLowerCase());
  return { ...query, data: query.data?.filter(isFound) } as typeof query;
}

type RowProps = { member: ForumMember; onRemove: (() => void) | undefined };

function MemberRow({ member: { user, since, by }, onRemove }: RowProps) {
  const adder = <Person name={by.username} />;
  return (
    <div className={styles.member}>
      <Person className={styles.user} name={user.username} image={user.user_image} size={32} />
      <p className={styles.meta}>
        <Joined at={since} />
        <span>
          {by.id === user.id ? <Trans>by invitation</Trans> : <Trans>added by {adder}</Trans>}
        </span>
      </p>
      {onRemove && (
        <Button variant="ghost" aria-label={t`Remove ${user.username}`} onClick={onRemove}>
          {t`Remove`}
        </Button>
      )}
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ForumBan } from "../../api/types";
import { Button } from "../../ui/Button";
import { List } from "../../ui/List";
import { Empty } from "../../ui/States";
import { Time } from "../../ui/Time";
import { BanEnd } from "../bans/BanTerms";
import { Person } from "../members/Person";
import styles from "./ForumBans.module.css";
import { moderationQueries } from "./queries";
import { useForumBans } from "./useForumBans";

/** The bans from a forum, the latest first. */
export function ForumBans({ forumId }: { forumId: number }) {
  const query = useInfiniteQuery(moderationQueries.forumBans(forumId));
  const { lift } = useForumBans(forumId);
  return (
    <section className={styles.section} aria-labelledby="bans">
      <h2 id="bans">{t`Bans`}</h2>
      <List
        query={query}
        label={t`Bans`}
        failed={t`Couldn't load the bans. Try again.`}
        empty={
          <Empty>
            <p>{t`Nobody is banned from this forum.`}</p>
          </Empty>
        }
      >
        {(ban) => <BanRow ban={ban} onLift={() => void lift(ban.user)} />}
      </List>
    </section>
  );
}

function BanRow({ ban, onLift }: { ban: ForumBan; onLift: () => void }) {
  const { user, until, reason, by, at } = ban;
  const moderator = <Person name={by.username} />;
  return (
    <div className={styles.row}>
      <Person className={styles.user} name={user.username} image={user.user_image} size={32} />
      <p className={styles.meta}>
        <span>
          <BanEnd until={until} />
        </span>
        <span>
          <Trans>by {moderator}</Trans> · <Time at={at} />
        </span>
        {reason && <span dir="auto">{reason}</span>}
      </p>
      <Button variant="ghost" aria-label={t`Unban ${user.username}`} onClick={onLift}>
        {t`Unban`}
      </Button>
    </div>
  );
}

import { t } from "@lingui/core/macro";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Toolbar } from "../../ui/Screen";
import { ForumBans } from "./ForumBans";
import { Candidates, ForumPeople } from "./ForumPeople";
import { Moderators } from "./Moderators";
import { useForumBans } from "./useForumBans";
import styles from "./UserTable.module.css";

/** The bans, members and moderators of a forum. */
export function MembersScreen() {
  return (
    <ForumPeople
      title={t`Members of this forum`}
      refusal={t`Only moderators of this forum and admins can see this.`}
      toolbar={Tools}
    >
      {(forumId) => (
        <>
          <ForumBans forumId={forumId} />
          <Bannable forumId={forumId} />
          <Moderators forumId={forumId} />
        </>
      )}
    </ForumPeople>
  );
}

function Tools({ forumId }: { forumId: number }) {
  return (
    <Toolbar>
      <ButtonLink icon="shield" to={paths.promote(forumId)}>
        {t`Promote to Moderator`}
      </ButtonLink>
    </Toolbar>
  );
}

function Bannable({ forumId }: { forumId: number }) {
  const { ban } = useForumBans(forumId);
  const label = (username: string) => t`Ban ${username}`;
  return (
    <section className={styles.section} aria-labelledby="bannable">
      <h2 id="bannable">{t`Ban a member`}</h2>
      <Candidates
        forumId={forumId}
        bannable
        action={{ name: t`Ban`, label }}
        onAct={(user) => void ban(user)}
      />
    </section>
  );
}

import { t } from "@lingui/core/macro";
import { useModerates } from "../../api/session";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Toolbar } from "../../ui/Screen";
import { AddMember } from "./AddMember";
import { ForumBans } from "./ForumBans";
import { ForumInvites } from "./ForumInvites";
import { ForumMembers } from "./ForumMembers";
import { Candidates, ForumPeople } from "./ForumPeople";
import { Moderators } from "./Moderators";
import { useForumBans } from "./useForumBans";
import styles from "./UserTable.module.css";

/** The bans and moderators of a forum, and the members of a private one. */
export function MembersScreen() {
  return (
    <ForumPeople
      title={t`Members of this forum`}
      refusal={t`Only moderators of this forum and admins can see this.`}
      toolbar={Tools}
      forReaders={membersOf}
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

function membersOf(forum: Forum) {
  return forum.visibility === "private" && <Members forum={forum} />;
}

/** All readers see the members; moderators change them. */
function Members({ forum }: { forum: Forum }) {
  return (
    <>
      {useModerates(forum.id) && (
        <div className={styles.columns}>
          <AddMember forumId={forum.id} />
          <ForumInvites forumId={forum.id} />
        </div>
      )}
      <ForumMembers forum={forum} />
    </>
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

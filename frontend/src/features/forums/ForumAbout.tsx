import { t } from "@lingui/core/macro";
import { Plural } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Time } from "../../ui/Time";
import { ReadersNote } from "../access/ReadersNote";
import { Person } from "../members/Person";
import styles from "./ForumHeader.module.css";
import stats from "./ForumStats.module.css";

/** Who made a forum and when, what happens in it, and what its moderators did. */
export function ForumAbout({ forum }: { forum: Forum }) {
  const { postCount, activity } = forum;
  return (
    <div className={styles.meta}>
      <p>
        <Person name={forum.author} /> · <Time at={forum.timeOfCreation} />
      </p>
      <p className={stats.stats}>
        <span>
          <Plural value={postCount} one="# post" other="# posts" />
        </span>
        {activity > 0 && (
          <span className={stats.active}>
            <Plural
              value={activity}
              one="# post or reply this week"
              other="# posts and replies this week"
            />
          </span>
        )}
      </p>
      <ReadersNote visibility={forum.visibility} topic={forum.topic} />
      {forum.visibility === "private" && <Link to={paths.members(forum.id)}>{t`Members`}</Link>}
      <Link to={paths.forumLog(forum.id)}>{t`Moderation log`}</Link>
    </div>
  );
}

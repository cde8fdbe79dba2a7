import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Time } from "../../ui/Time";
import { Person } from "../members/Person";
import styles from "./ForumHeader.module.css";
import { ForumStats } from "./ForumStats";

/** Who made a forum and when, what happens in it, and what its moderators did. */
export function ForumAbout({ forum }: { forum: Forum }) {
  return (
    <div className={styles.meta}>
      <p>
        <Person name={forum.author} /> · <Time at={forum.timeOfCreation} />
      </p>
      <ForumStats forum={forum} />
      <Link to={paths.forumLog(forum.id)}>{t`Moderation log`}</Link>
    </div>
  );
}

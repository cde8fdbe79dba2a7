import { Plural } from "@lingui/react/macro";
import type { Forum } from "../../api/types";
import styles from "./ForumStats.module.css";

/** The number of posts of a forum, and its activity in the last seven days. */
export function ForumStats({ forum: { postCount, activity } }: { forum: Forum }) {
  return (
    <p className={styles.stats}>
      <span>
        <Plural value={postCount} one="# post" other="# posts" />
      </span>
      {activity > 0 && (
        <span className={styles.active}>
          <Plural
            value={activity}
            one="# post or reply this week"
            other="# posts and replies this week"
          />
        </span>
      )}
    </p>
  );
}

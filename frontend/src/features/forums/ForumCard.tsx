import { Link } from "react-router";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Time } from "../../ui/Time";
import styles from "./ForumCard.module.css";

/** The forum snippet: its whole surface leads to the forum. */
export function ForumCard({ forum }: { forum: Forum | undefined }) {
  if (!forum) return <p className={styles.card}>No forum data available.</p>;
  return (
    <article className={styles.card}>
      <h3 className={styles.topic}>
        <Link to={paths.forum(forum.id)}>{forum.topic}</Link>
      </h3>
      <p className={styles.meta}>
        {forum.author} · <Time at={forum.timeOfCreation} />
      </p>
      <p className={styles.description}>{forum.description}</p>
    </article>
  );
}

import { Link } from "react-router";
import type { Forum } from "../../api/types";
import { paths } from "../../paths";
import { Time } from "../../ui/Time";
import styles from "./ForumCard.module.css";

type Props = { forum: Forum | undefined; heading?: "h2" | "h3" };

/** The forum snippet: its whole surface leads to the forum. */
export function ForumCard({ forum, heading: Topic = "h2" }: Props) {
  if (!forum) return <p className={styles.card}>No forum data available.</p>;
  return (
    <article className={styles.card}>
      <Topic className={styles.topic}>
        <Link to={paths.forum(forum.id)}>{forum.topic}</Link>
      </Topic>
      <p className={styles.meta}>
        {forum.author} · <Time at={forum.timeOfCreation} />
      </p>
      <p className={styles.description}>{forum.description}</p>
    </article>
  );
}

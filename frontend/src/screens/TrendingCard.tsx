import { Plural } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Post } from "../api/types";
import { VisibilityMark } from "../features/access/VisibilityMark";
import { score } from "../features/votes/useVote";
import { paths } from "../paths";
import { Time } from "../ui/Time";
import styles from "./HomeCard.module.css";

/** A post as a low card of the carousel, or a row on narrow screens; votes are cast where it is read. */
export function TrendingCard({ post }: { post: Post }) {
  return (
    <article className={styles.card}>
      <h3 className={styles.title} dir="auto">
        <Link to={paths.post(post.id)}>{post.title}</Link>
      </h3>
      <p className={styles.meta}>
        <span>
          <Link className={styles.forum} to={paths.forum(post.forum_id)} dir="auto">
            {post.forum_topic}
          </Link>
          <VisibilityMark of={post.forum_visibility} />
        </span>
        <Time at={post.timeOfCreation} />
        <span>
          <Plural value={score(post)} one="# point" other="# points" />
        </span>
      </p>
    </article>
  );
}

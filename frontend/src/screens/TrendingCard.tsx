import { Plural } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Post } from "../api/types";
import { PostPicture } from "../features/posts/PostPicture";
import { score } from "../features/votes/useVote";
import { Votes } from "../features/votes/Votes";
import { paths } from "../paths";
import { Time } from "../ui/Time";
import styles from "./TrendingCard.module.css";

/** A post as a card of the carousel, or a row of two lines on narrow screens. */
export function TrendingCard({ post }: { post: Post }) {
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        <Link className={styles.forum} to={paths.forum(post.forum_id)} dir="auto">
          {post.forum_topic}
        </Link>
        <Time at={post.timeOfCreation} />
        <span className={styles.points}>
          <Plural value={score(post)} one="# point" other="# points" />
        </span>
      </p>
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link to={paths.post(post.id)} dir="auto">
            {post.title}
          </Link>
        </h3>
        <p dir="auto">{post.excerpt}</p>
      </div>
      {post.image && <PostPicture src={post.image} small />}
      <div className={styles.foot}>
        <div className={styles.votes}>
          <Votes of={post} across />
        </div>
        <span>
          <Plural value={post.replyCount} one="# reply" other="# replies" />
        </span>
      </div>
    </article>
  );
}

import { Plural } from "@lingui/react/macro";
import { Suspense } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { Time } from "../../ui/Time";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";
import { RoleBadge } from "../members/RoleBadge";
import { Votes } from "../votes/Votes";
import { PostPicture } from "./PostPicture";
import { useDensity } from "./density";
import styles from "./PostRow.module.css";
import { useIsLocked } from "./useIsLocked";
import { lazyPart } from "../../ui/lazyPart";

/** Only members have own posts. */
const OwnMenu = lazyPart(() => import("./OwnMenu").then(({ OwnMenu }) => OwnMenu));

/** Few posts need marks. */
const Marks = lazyPart(() => import("./Marks").then(({ Marks }) => Marks));

type Props = {
  post: Post;
  inForum?: boolean;
  heading?: "h2" | "h3";
  /** The forum has banned the member. */
  isBanned?: boolean;
};

/** A row of a list of posts; one line each where rows are compact. */
export function PostRow(props: Props) {
  const { post, inForum = false, heading: Title = "h2", isBanned = false } = props;
  const isCompact = useDensity() === "compact";
  const isClosed = useIsLocked(post) || isBanned;
  return (
    <article
      id={`post-${post.id}`}
      className={`${styles.row} ${isCompact ? styles.compact : styles.comfortable}`}
    >
      <div className={styles.votes}>
        {!post.held && <Votes of={post} across={isCompact} isClosed={isClosed} />}
      </div>
      <div className={styles.body}>
        <Title className={styles.title} dir="auto">
          <Link to={paths.post(post.id)}>{post.title}</Link>
        </Title>
        {!isCompact && (
          <p className={styles.excerpt} dir="auto">
            {post.excerpt}
          </p>
        )}
        <Meta post={post} inForum={inForum} />
      </div>
      {/* Before the picture, so that the pictures of all rows are below each other. */}
      <OwnActions post={post} />
      {post.image && !isCompact && <PostPicture src={post.image} small />}
    </article>
  );
}

function Meta({ post, inForum }: { post: Post; inForum: boolean }) {
  return (
    <p className={styles.meta}>
      {!inForum && (
        <>
          <Link className={styles.forum} to={paths.forum(post.forum_id)} dir="auto">
            {post.forum_topic}
          </Link>
          <VisibilityMark of={post.forum_visibility} />
        </>
      )}
      <span className={styles.person}>
        <Person
          className={styles.author}
          name={post.creator_username}
          image={post.creator_image}
          size={18}
        />
        <RoleBadge role={post.creator_role} />
      </span>
      <Time at={post.timeOfCreation} />
      {(post.pinned || post.locked || post.held) && (
        <Suspense>
          <Marks post={post} />
        </Suspense>
      )}
      <span>
        <Plural value={post.replyCount} one="# reply" other="# replies" />
      </span>
      {!!post.newReplies && (
        <span className={styles.news}>
          <Plural value={post.newReplies} one="# new" other="# new" />
        </span>
      )}
    </p>
  );
}

/** In a list, only the author may delete. */
function OwnActions({ post }: { post: Post }) {
  const user = useUser();
  if (user?.username !== post.creator_username) return null;
  return (
    <div className={styles.menu}>
      <Suspense>
        <OwnMenu post={post} />
      </Suspense>
    </div>
  );
}

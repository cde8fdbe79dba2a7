import { Link } from "react-router";
import { useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Avatar, PostPicture } from "../../ui/Picture";
import { Time } from "../../ui/Time";
import styles from "./PostRow.module.css";
import { PostVotes } from "./PostVotes";
import { useDeletePost } from "./useDeletePost";

type Props = { post: Post; inForum?: boolean; heading?: "h2" | "h3" };

export function PostRow({ post, inForum = false, heading: Title = "h2" }: Props) {
  return (
    <article className={styles.row}>
      <div className={styles.votes}>
        <PostVotes post={post} />
      </div>
      <div className={styles.body}>
        <Title className={styles.title}>
          <Link to={paths.post(post.id)}>{post.title}</Link>
        </Title>
        <p className={styles.text}>{post.description}</p>
        <p className={styles.meta}>
          <Avatar src={post.creator_image} size={20} />
          <span>{post.creator_username}</span>
          {!inForum && (
            <Link className={styles.forum} to={paths.forum(post.forum_id)}>
              {post.forum_topic}
            </Link>
          )}
          <Time at={post.timeOfCreation} />
          <span>{replies(post.replyCount)}</span>
          <OwnTools post={post} />
        </p>
      </div>
      {post.image && <PostPicture src={post.image} small />}
    </article>
  );
}

/** In a list, only the author may delete. */
function OwnTools({ post }: { post: Post }) {
  const user = useUser();
  const { ask, busy } = useDeletePost(post.id);
  if (user?.username !== post.creator_username) return null;
  return (
    <span className={styles.tools}>
      <Button variant="ghost" icon="bin" disabled={busy} onClick={() => void ask()}>
        Delete
      </Button>
    </span>
  );
}

function replies(count: number): string {
  return count === 1 ? "1 reply" : `${count} replies`;
}

import { Link, useLocation, useNavigate } from "react-router";
import { useModerates, useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { Button, ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { Avatar, PostPicture } from "../../ui/Picture";
import { Toolbar } from "../../ui/Screen";
import { Time } from "../../ui/Time";
import styles from "./PostDetail.module.css";
import { PostVotes } from "./PostVotes";
import { useDeletePost } from "./useDeletePost";

export function PostDetail({ post }: { post: Post }) {
  return (
    <article className={styles.post}>
      <p className={styles.meta}>
        <Link className={styles.forum} to={paths.forum(post.forum_id)}>
          {post.forum_topic}
        </Link>
        <Avatar src={post.creator_image} size={24} />
        <span>{post.creator_username}</span>
        <Time at={post.timeOfCreation} exact />
        {post.edited && <span>edited</span>}
      </p>
      <Heading>{post.title}</Heading>
      <p className={styles.text}>{post.description}</p>
      {post.image && <PostPicture src={post.image} />}
      <Actions post={post} />
    </article>
  );
}

function Actions({ post }: { post: Post }) {
  const user = useUser();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const moderates = useModerates(post.forum_id);
  const { ask, busy } = useDeletePost(post.id, async () => {
    await navigate(paths.forum(post.forum_id), { replace: true });
  });
  const own = user?.username === post.creator_username;
  return (
    <Toolbar>
      <PostVotes post={post} across />
      <ButtonLink
        variant="ghost"
        icon="share"
        to={paths.share(post.id, search) + hash}
        state={{ over: true }}
        preventScrollReset
      >
        Share
      </ButtonLink>
      {own && (
        <ButtonLink variant="ghost" icon="edit" to={paths.editPost(post.id)}>
          Edit
        </ButtonLink>
      )}
      {(own || moderates) && (
        <Button variant="ghost" icon="bin" disabled={busy} onClick={() => void ask()}>
          Delete
        </Button>
      )}
    </Toolbar>
  );
}

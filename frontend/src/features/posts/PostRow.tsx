import { t } from "@lingui/core/macro";
import { Plural } from "@lingui/react/macro";
import { Link } from "react-router";
import { useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { focusHeading } from "../../ui/focus";
import { Menu, MenuItem, MenuLink } from "../../ui/Menu";
import { Avatar, PostPicture } from "../../ui/Picture";
import { Time } from "../../ui/Time";
import { useDensity } from "./density";
import styles from "./PostRow.module.css";
import { PostVotes } from "./PostVotes";
import { useDeletePost } from "./useDeletePost";

/** More than a line of a row holds. */
const EXCERPT_LENGTH = 200;

type Props = { post: Post; inForum?: boolean; heading?: "h2" | "h3" };

/** A row of a list of posts; one line each where rows are compact. */
export function PostRow({ post, inForum = false, heading: Title = "h2" }: Props) {
  const isCompact = useDensity() === "compact";
  return (
    <article
      id={`post-${post.id}`}
      className={`${styles.row} ${isCompact ? styles.compact : styles.comfortable}`}
    >
      <div className={styles.votes}>
        <PostVotes post={post} across={isCompact} />
      </div>
      <div className={styles.body}>
        <Title className={styles.title} dir="auto">
          <Link to={paths.post(post.id)}>{post.title}</Link>
        </Title>
        {!isCompact && (
          <p className={styles.excerpt} dir="auto">
            {post.description.slice(0, EXCERPT_LENGTH)}
          </p>
        )}
        <Meta post={post} inForum={inForum} />
      </div>
      {post.image && !isCompact && <PostPicture src={post.image} small />}
      <OwnMenu post={post} />
    </article>
  );
}

function Meta({ post, inForum }: { post: Post; inForum: boolean }) {
  return (
    <p className={styles.meta}>
      {!inForum && (
        <Link className={styles.forum} to={paths.forum(post.forum_id)} dir="auto">
          {post.forum_topic}
        </Link>
      )}
      <span className={styles.author}>
        <Avatar src={post.creator_image} size={18} />
        <span dir="auto">{post.creator_username}</span>
      </span>
      <Time at={post.timeOfCreation} />
      <span>
        <Plural value={post.replyCount} one="# reply" other="# replies" />
      </span>
    </p>
  );
}

/** In a list, only the author may delete. */
function OwnMenu({ post }: { post: Post }) {
  const user = useUser();
  return user?.username === post.creator_username && <ActionMenu id={post.id} />;
}

function ActionMenu({ id }: { id: number }) {
  const { ask } = useDeletePost(id, { beforeRemoval: () => focusNeighbour(id) });
  return (
    <div className={styles.menu}>
      <Menu label={t`More actions`}>
        <MenuLink icon="edit" to={paths.editPost(id)}>
          {t`Edit`}
        </MenuLink>
        <MenuItem icon="bin" danger onSelect={() => void ask()}>
          {t`Delete`}
        </MenuItem>
      </Menu>
    </div>
  );
}

/** Moves the focus from a row that goes to the next one, else to the one before it. */
function focusNeighbour(id: number) {
  const item = document.getElementById(`post-${id}`)?.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const link = neighbour?.querySelector<HTMLElement>("h2 a, h3 a");
  if (link) link.focus({ preventScroll: true });
  else focusHeading();
}

import { t } from "@lingui/core/macro";
import { useId, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useModerates, useUser } from "../../api/session";
import type { Post } from "../../api/types";
import { paths } from "../../paths";
import { Badge } from "../../ui/Badge";
import { Button, ButtonLabel, ButtonLink } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { useEntrySwitch } from "../../ui/entryState";
import { Heading } from "../../ui/Heading";
import { RichText } from "../../ui/RichText";
import { Toolbar } from "../../ui/Screen";
import { Time } from "../../ui/Time";
import { ZoomablePicture } from "../../ui/ZoomablePicture";
import { VisibilityMark } from "../access/VisibilityMark";
import { useOwnBan } from "../bans/ownBans";
import { Person } from "../members/Person";
import { RoleBadge } from "../members/RoleBadge";
import { EditedMark } from "../revisions/EditedMark";
import { Votes } from "../votes/Votes";
import styles from "./PostDetail.module.css";
import { Marks } from "./Marks";
import { useDeletePost } from "./useDeletePost";
import { useIsLocked } from "./useIsLocked";

/** Longer posts fold, so that the first reply is not far below. */
const FOLD_LENGTH = 1500;
const FOLD_LINES = 20;

type Props = {
  post: Post;
  /** What stands beside the post's own actions, and the menu of the rest. */
  tools?: ReactNode;
  menu?: ReactNode;
};

export function PostDetail({ post, tools, menu }: Props) {
  return (
    <Card as="article" className={styles.post}>
      <p className={styles.meta}>
        <span className={styles.author}>
          <Link className={styles.forum} to={paths.forum(post.forum_id)} dir="auto">
            {post.forum_topic}
          </Link>
          <VisibilityMark of={post.forum_visibility} />
        </span>
        <span className={styles.author}>
          <Person
            className={styles.author}
            name={post.creator_username}
            image={post.creator_image}
            size={24}
          />
          <Badge tone="accent" title={t`Original poster`}>
            {t`OP`}
          </Badge>
          <RoleBadge role={post.creator_role} />
        </span>
        <Time at={post.timeOfCreation} exact />
        <Marks post={post} />
        {post.edited && (
          <span>
            <EditedMark
              of={{ kind: "post", id: post.id, forum: post.forum_id }}
              at={post.editedAt}
            />
          </span>
        )}
      </p>
      <div dir="auto">
        <Heading>{post.title}</Heading>
      </div>
      <Description key={post.id} post={post} />
      {post.image && <ZoomablePicture src={post.image} alt={post.imageDescription} />}
      <Actions post={post} tools={tools} menu={menu} />
    </Card>
  );
}

function Description({ post: { description: text, description_html: html } }: { post: Post }) {
  const id = useId();
  const isLong = text.length > FOLD_LENGTH || text.split("\n").length > FOLD_LINES;
  const [isWhole, setWhole] = useEntrySwitch("post");
  const isFolded = isLong && !isWhole;
  return (
    <>
      {/* A link that gets the focus is not left where nobody sees it. */}
      <div id={id} className={isFolded ? styles.folded : ""} onFocus={() => setWhole(true)}>
        <RichText html={html} text={text} quote="post" />
      </div>
      {isLong && (
        <div>
          <Button
            variant="ghost"
            aria-expanded={!isFolded}
            aria-controls={id}
            onClick={() => setWhole(isFolded)}
          >
            {isFolded ? t`Show more` : t`Show less`}
          </Button>
        </div>
      )}
    </>
  );
}

/** The author of a held post can only delete it, and moderators decide its report. */
function Actions({ post, tools, menu }: Props) {
  const user = useUser();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const moderates = useModerates(post.forum_id);
  const isOwn = user?.username === post.creator_username;
  const isBanned = useOwnBan(post.forum_id) !== undefined;
  const isClosed = useIsLocked(post) || isBanned;
  const { ask, busy } = useDeletePost(post.id, {
    isOwn,
    leave: async () => {
      await navigate(paths.forum(post.forum_id), { replace: true });
    },
  });
  const removal = isOwn ? t`Delete` : t`Remove`;
  return (
    <Toolbar>
      {post.held ? (
        moderates && <ButtonLink to={paths.queue}>{t`Reports`}</ButtonLink>
      ) : (
        <>
          <Votes of={post} across isClosed={isClosed} />
          <ButtonLink
            variant="ghost"
            icon="share"
            aria-label={t`Share`}
            to={paths.share(post.id, search) + hash}
            state={{ over: true }}
            preventScrollReset
          >
            <ButtonLabel>{t`Share`}</ButtonLabel>
          </ButtonLink>
          {tools}
          {isOwn && !isClosed && (
            <ButtonLink
              variant="ghost"
              icon="edit"
              aria-label={t`Edit`}
              to={paths.editPost(post.id)}
            >
              <ButtonLabel>{t`Edit`}</ButtonLabel>
            </ButtonLink>
          )}
        </>
      )}
      {(isOwn || (moderates && !post.held)) && (
        <Button
          variant="ghost"
          icon="bin"
          aria-label={removal}
          aria-disabled={busy}
          onClick={() => busy || void ask()}
        >
          <ButtonLabel>{removal}</ButtonLabel>
        </Button>
      )}
      {!post.held && menu}
    </Toolbar>
  );
}

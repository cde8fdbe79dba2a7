import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Post, Reply, Report } from "../../api/types";
import { paths } from "../../paths";
import { Badge } from "../../ui/Badge";
import { RichText } from "../../ui/RichText";
import { ErrorState, Loading } from "../../ui/States";
import { Time } from "../../ui/Time";
import { ZoomablePicture } from "../../ui/ZoomablePicture";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";
import { PosterBadge, RoleBadge } from "../members/RoleBadge";
import type { ReportContext } from "./reportContext";
import { moderationQueries } from "./queries";
import { RestoreButton } from "./RestoreButton";
import styles from "./ReportedThing.module.css";

type Target = Report["target"];

/** The reported post or reply in its thread; for a message, or after removal, only its text. What was reported follows where it differs. */
export function ReportedThing({ target }: { target: Target }) {
  if (target.kind === "message" || !target.post || target.removed) return <Alone target={target} />;
  return <InThread target={target} />;
}

function Alone({ target }: { target: Target }) {
  const { kind, id, excerpt, removed, reported = [] } = target;
  const isWhole = kind === "message";
  return (
    <div className={styles.thing}>
      <div className={styles.reported}>
        <p className={excerpt ? styles.plain : styles.gone} dir="auto">
          {excerpt || t`This content was deleted.`}
        </p>
      </div>
      <AsReported texts={reported.filter(({ text }) => !isWhole || text !== excerpt)} />
      {removed && kind !== "message" && (
        <p className={styles.more}>
          <RestoreButton thing={{ kind: kind === "reply" ? "reply" : "post", id }} />
        </p>
      )}
    </div>
  );
}

function InThread({ target }: { target: Target }) {
  const { data, isPending, refetch } = useQuery(moderationQueries.context(target));
  if (isPending) return <Loading />;
  if (data === undefined)
    return (
      <ErrorState
        text={t`Oops, it looks like this post couldn't load`}
        onRetry={() => void refetch()}
      />
    );
  return data ? (
    <Around context={data} reported={target.reported ?? []} />
  ) : (
    <Alone target={target} />
  );
}

type Reported = NonNullable<Target["reported"]>;

function Around({ context, reported }: { context: ReportContext; reported: Reported }) {
  const { post, ancestors, reply } = context;
  const isToday = ({ title, text }: Reported[number]) =>
    text === (reply ?? post).description && (title === null || title === post.title);
  return (
    <div className={styles.thing}>
      <div className={reply ? styles.context : styles.reported}>
        <PostText post={post} isContext={reply !== undefined} />
      </div>
      {reply && (
        <ol className={styles.replies} aria-label={t`Replies`}>
          {ancestors.map((one) => (
            <li key={one.id} className={styles.context}>
              <ReplyText reply={one} author={post.creator_username} />
            </li>
          ))}
          <li className={reply.deleted ? styles.context : styles.reported}>
            <ReplyText reply={reply} author={post.creator_username} />
          </li>
        </ol>
      )}
      <AsReported texts={reported.filter((one) => !isToday(one))} />
      <p className={styles.more}>
        <Link to={reply ? paths.reply(post.id, reply.id) : paths.post(post.id)}>
          <Trans>Show in its thread</Trans>
        </Link>
        <span>
          <Plural value={post.replyCount} one="# reply" other="# replies" />
        </span>
      </p>
    </div>
  );
}

/** Texts as they stood when they were reported, in Markdown. */
function AsReported({ texts }: { texts: Reported }) {
  return texts.map(({ at, title, text }) => (
    <section key={at} className={styles.evidence} aria-label={t`As reported`}>
      <p className={styles.meta}>
        <Badge tone="danger">{t`As reported`}</Badge>
        <Time at={at} />
      </p>
      {title && (
        <p className={styles.title} dir="auto">
          <strong>{title}</strong>
        </p>
      )}
      <p className={styles.plain} dir="auto">
        {text}
      </p>
    </section>
  ));
}

function PostText({ post, isContext }: { post: Post; isContext: boolean }) {
  return (
    <>
      <p className={styles.meta}>
        <Link to={paths.forum(post.forum_id)} dir="auto">
          {post.forum_topic}
        </Link>
        <VisibilityMark of={post.forum_visibility} />
        <Person name={post.creator_username} image={post.creator_image} size={24} />
        <RoleBadge role={post.creator_role} />
        <Time at={post.timeOfCreation} />
        {post.locked && <Badge>{t`Locked`}</Badge>}
      </p>
      <h2 className={styles.title} dir="auto">
        {post.title}
      </h2>
      <Cut isCut={isContext}>
        <RichText html={post.description_html} text={post.description} />
      </Cut>
      {post.image && !isContext && <ZoomablePicture src={post.image} />}
    </>
  );
}

function ReplyText({ reply, author }: { reply: Reply; author: string }) {
  const { username, user_image, role } = reply.user;
  return (
    <>
      <p className={styles.meta}>
        {reply.deleted ? (
          <span>{t`removed`}</span>
        ) : (
          <Person name={username} image={user_image} size={24} />
        )}
        <RoleBadge role={role} />
        {username === author && !reply.deleted && <PosterBadge />}
        <Time at={reply.created} />
      </p>
      {reply.deleted ? (
        <p className={styles.gone}>{t`removed`}</p>
      ) : (
        <RichText html={reply.description_html} text={reply.description} />
      )}
    </>
  );
}

/** Cuts the context of the reported reply. */
function Cut({ isCut, children }: { isCut: boolean; children: ReactNode }) {
  return <div className={isCut ? styles.cut : ""}>{children}</div>;
}

import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { memo, useRef, useState, type CSSProperties } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation } from "react-router";
import { useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { RichText } from "../../ui/RichText";
import { Time } from "../../ui/Time";
import { Avatar } from "../members/Avatar";
import { Person, PersonPicture } from "../members/Person";
import { PosterBadge, RoleBadge } from "../members/RoleBadge";
import { HeldMark } from "../posts/HeldMark";
import { EditedMark } from "../revisions/EditedMark";
import { score } from "../votes/useVote";
import { MoreReplies } from "./MoreReplies";
import { NewMark } from "./NewMark";
import { HeldActions, ReplyActions } from "./ReplyActions";
import { KeptEdit, ReplyEditor, useHasEdit } from "./ReplyEditor";
import styles from "./ReplyItem.module.css";
import { markedReplies, useFold, useIsNew, useThread } from "./threadState";
import { indentation, isTooDeep, NARROW_LEVELS } from "./tree";

type Props = {
  reply: Reply;
  level?: number;
  parentName?: string;
  /** A removed reply has no author to link to. */
  isParentRemoved?: boolean;
};

/**
 * A reply and its children; a click on its line folds them. Memoized: a vote or a reply elsewhere in the
 * thread does not render it again.
 */
export const ReplyItem = memo(function ReplyItem({ reply, level = 0, ...parent }: Props) {
  const { parentName, isParentRemoved = false } = parent;
  const [isFolded, toggle] = useFold(reply.id);
  const isMarked = markedReplies.useHas(reply.id);
  const isNew = useIsNew(reply);
  const { username } = reply.user;
  const inset = {
    "--offset": `${indentation(level)}px`,
    "--level": Math.min(level, NARROW_LEVELS),
  } as CSSProperties;
  return (
    <li className={`${styles.item} ${level > NARROW_LEVELS ? styles.deep : ""}`} style={inset}>
      <button
        type="button"
        className={`${styles.line} ${isFolded ? styles.folded : ""}`}
        aria-expanded={!isFolded}
        aria-label={isFolded ? t`Expand ${username}'s thread` : t`Collapse ${username}'s thread`}
        onClick={toggle}
      />
      <article
        id={`reply-${reply.id}`}
        tabIndex={-1}
        data-new={isNew || undefined}
        className={`${styles.reply} ${isMarked ? styles.marked : ""}`}
      >
        <Header reply={reply} isFolded={isFolded} isNew={isNew} />
        {level === 0 && reply.respondsTo && <ParentLink id={reply.respondsTo} />}
        {parentName && level > NARROW_LEVELS && (
          <ReplyingTo name={parentName} isRemoved={isParentRemoved} />
        )}
        {!isFolded && <Body reply={reply} />}
      </article>
      {!isFolded && <Children reply={reply} level={level} />}
    </li>
  );
});

/** The text or its editor, and what can be done. */
function Body({ reply }: { reply: Reply }) {
  const isOwn = useUser()?.username === reply.user.username;
  const isBegun = useHasEdit(reply.id) && isOwn && !reply.deleted;
  const { isClosed } = useThread();
  const [editor, setEditor] = useState<"closed" | "kept" | "asked">(isBegun ? "kept" : "closed");
  const ref = useRef<HTMLDivElement>(null);
  function close(hadFocus: boolean) {
    flushSync(() => setEditor("closed"));
    if (hadFocus)
      ref.current?.querySelector<HTMLElement>("[data-edit], [data-edit-menu] button")?.focus();
  }
  if (editor !== "closed" && !reply.deleted && !isClosed)
    return <ReplyEditor reply={reply} autoFocus={editor === "asked"} onClose={close} />;
  return (
    <div ref={ref}>
      <Content reply={reply} />
      {editor !== "closed" && <KeptEdit id={reply.id} />}
      {reply.held ? (
        isOwn && <HeldActions reply={reply} />
      ) : (
        <ReplyActions reply={reply} onEdit={isOwn ? () => setEditor("asked") : undefined} />
      )}
    </div>
  );
}

function Content({ reply }: { reply: Reply }) {
  const { id, deleted, description, description_html } = reply;
  if (deleted) return <p className={styles.gone}>{t`removed`}</p>;
  return <RichText html={description_html} text={description} quote={String(id)} />;
}

type HeaderProps = { reply: Reply; isFolded: boolean; isNew: boolean };

function Header({ reply, isFolded, isNew }: HeaderProps) {
  const { forumId } = useThread();
  return (
    <h3 className={styles.head}>
      <Author reply={reply} />
      <Time at={reply.created} />
      {reply.edited && !reply.deleted && (
        <EditedMark of={{ kind: "reply", id: reply.id, forum: forumId }} at={reply.editedAt} />
      )}
      {reply.held && <HeldMark />}
      {isNew && <NewMark id={reply.id} />}
      {isFolded && (
        <span className={styles.summary}>
          <Plural value={score(reply)} one="# point" other="# points" />
        </span>
      )}
    </h3>
  );
}

function Author({ reply: { user, deleted } }: { reply: Reply }) {
  const { author } = useThread();
  const { username, user_image, role } = user;
  if (deleted)
    return (
      <>
        <span className={styles.avatar}>
          <Avatar src={user_image} size={32} />
        </span>
        <span>{t`removed`}</span>
      </>
    );
  return (
    <>
      <PersonPicture className={styles.avatar} name={username} image={user_image} size={32} />
      <Person name={username} className={styles.name} />
      {username === author && <PosterBadge />}
      <RoleBadge role={role} />
    </>
  );
}

function Children({ reply, level }: { reply: Reply; level: number }) {
  const { search } = useLocation();
  const first = reply.replies[0];
  if (first && isTooDeep(level + 1))
    return (
      <Link className={styles.more} to={{ search, hash: `reply-${first.id}` }}>
        <Trans>Continue this thread</Trans>
      </Link>
    );
  const draw = (child: Reply) => (
    <ReplyItem
      key={child.id}
      reply={child}
      level={level + 1}
      parentName={reply.user.username}
      isParentRemoved={reply.deleted}
    />
  );
  return (
    <>
      {first && <ol>{reply.replies.map(draw)}</ol>}
      <MoreReplies reply={reply}>{draw}</MoreReplies>
    </>
  );
}

/** Shown where narrow screens stop indenting. */
function ReplyingTo({ name, isRemoved }: { name: string; isRemoved: boolean }) {
  const parentName = isRemoved ? name : <Person name={name} />;
  return (
    <p className={styles.parent}>
      <Trans>Replying to {parentName}</Trans>
    </p>
  );
}

/** For a linked reply at the top level, whose parent is not loaded. */
function ParentLink({ id }: { id: number }) {
  const { search } = useLocation();
  return (
    <Link className={styles.parentLink} to={{ search, hash: `reply-${id}` }}>
      <Trans>Show parent reply</Trans>
    </Link>
  );
}

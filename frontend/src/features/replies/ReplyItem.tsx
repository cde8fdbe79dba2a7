import { memo, useState, type CSSProperties } from "react";
import { Link, useLocation } from "react-router";
import type { Reply } from "../../api/types";
import { Avatar } from "../../ui/Picture";
import { Time } from "../../ui/Time";
import { MoreReplies } from "./MoreReplies";
import { ReplyActions } from "./ReplyActions";
import styles from "./ReplyItem.module.css";
import { indentation } from "./tree";

type Props = { reply: Reply; forumId: number; level?: number; marked?: number | undefined };

/**
 * A reply with what stands below it; a click on its line folds both away. A vote or an answer
 * somewhere else in the thread does not draw it anew.
 */
export const ReplyItem = memo(function ReplyItem({ reply, forumId, level = 0, marked }: Props) {
  const [open, setOpen] = useState(true);
  const offset = { "--offset": `${indentation(level)}px`, "--level": level } as CSSProperties;
  return (
    <li className={styles.item} style={offset}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-label={`Thread of ${reply.user.username}`}
        onClick={() => setOpen(!open)}
      />
      <article
        id={`reply-${reply.id}`}
        tabIndex={-1}
        className={`${styles.reply} ${marked === reply.id ? styles.marked : ""}`}
      >
        <h3 className={styles.head}>
          <Avatar src={reply.user.user_image} size={24} />
          <span>{reply.user.username}</span>
          <Time at={reply.created} />
        </h3>
        {level === 0 && reply.respondsTo && <Parent id={reply.respondsTo} />}
        {open && <p className={reply.deleted ? styles.gone : styles.text}>{reply.description}</p>}
        {open && <ReplyActions reply={reply} forumId={forumId} />}
      </article>
      {open && reply.replies.length > 0 && (
        <ol>
          {reply.replies.map((child) => (
            <ReplyItem
              key={child.id}
              reply={child}
              forumId={forumId}
              level={level + 1}
              marked={marked}
            />
          ))}
        </ol>
      )}
      {open && <MoreReplies reply={reply} />}
    </li>
  );
});

/** A linked reply may stand by itself, as the thread left out what it answers. */
function Parent({ id }: { id: number }) {
  const { search } = useLocation();
  return <Link to={{ search, hash: `reply-${id}` }}>Show what it answers</Link>;
}

import { Plural } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "../../paths";
import { Badge } from "../../ui/Badge";
import { RichText } from "../../ui/RichText";
import { Time } from "../../ui/Time";
import { VisibilityMark } from "../access/VisibilityMark";
import { Avatar } from "../members/Avatar";
import { Joined } from "../members/Joined";
import { Person } from "../members/Person";
import { addressOf, nameOf } from "./hits";
import type { Result } from "./queries";
import styles from "./ResultRow.module.css";

/** A post, reply, forum or person, with the words that match marked. */
export function ResultRow({ result }: { result: Result }) {
  const { kind, title_html: title, excerpt_html: excerpt, user } = result;
  return (
    <article className={styles.row}>
      <h2 className={styles.title}>
        {kind === "person" && <Avatar src={user.user_image} size={24} />}
        <Link to={addressOf(result)}>
          <RichText html={title} text="" className={styles.line} />
        </Link>
      </h2>
      {excerpt && <RichText html={excerpt} text="" className={styles.excerpt} />}
      <p className={styles.meta}>
        <Badge>{nameOf(kind)}</Badge>
        <Facts result={result} />
      </p>
    </article>
  );
}

function Facts({ result }: { result: Result }) {
  const { kind, forum, user, score, timeOfCreation } = result;
  if (kind === "person")
    return (
      <span>
        <Joined at={timeOfCreation} />
      </span>
    );
  return (
    <>
      {kind !== "forum" && forum && (
        <Link to={paths.forum(forum.id)} dir="auto">
          {forum.topic}
        </Link>
      )}
      {forum && <VisibilityMark of={forum.visibility} />}
      <Person name={user.username} />
      <Time at={timeOfCreation} />
      <span>
        {kind === "forum" ? (
          <Plural value={score} one="# post" other="# posts" />
        ) : (
          <Plural value={score} one="# point" other="# points" />
        )}
      </span>
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Plural } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AuthoredReply } from "../../api/types";
import { paths } from "../../paths";
import { List } from "../../ui/List";
import { RichText } from "../../ui/RichText";
import { Time } from "../../ui/Time";
import { score } from "../votes/useVote";
import styles from "./AuthoredReplies.module.css";
import { profileQueries } from "./queries";

/** The replies of a member, each with the post that it is in. */
export function AuthoredReplies({ username }: { username: string }) {
  const query = useInfiniteQuery(profileQueries.replies(username));
  return (
    <List query={query} label={t`Replies`} failed={t`Couldn't load replies. Try again.`}>
      {(reply) => <Row reply={reply} />}
    </List>
  );
}

function Row({ reply }: { reply: AuthoredReply }) {
  return (
    <article className={styles.row}>
      <h2 className={styles.title} dir="auto">
        <Link to={paths.reply(reply.postId, reply.id)}>{reply.postTitle}</Link>
      </h2>
      <RichText html={reply.description_html} text={reply.description} />
      <p className={styles.meta}>
        <Time at={reply.created} />
        <span>
          <Plural value={score(reply)} one="# point" other="# points" />
        </span>
      </p>
    </article>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LogEntry } from "../../api/types";
import { paths } from "../../paths";
import { VisibilityMark } from "../access/VisibilityMark";
import { Person } from "../members/Person";

/** The actor: a member, or the operator of the server. */
export function Actor({ by }: Pick<LogEntry, "by">) {
  return by ? <Person name={by.username} /> : t`The operator`;
}

export function Member({ name }: { name: string | null | undefined }) {
  return <Person name={name ?? "[deleted]"} />;
}

/** A forum after "of". */
export function ForumName({ forum }: Pick<LogEntry, "forum">) {
  if (!forum?.topic) return t`a deleted forum`;
  return (
    <>
      <Link to={paths.forum(forum.id)} dir="auto">
        {forum.topic}
      </Link>
      {forum.visibility && (
        <>
          {" "}
          <VisibilityMark of={forum.visibility} />
        </>
      )}
    </>
  );
}

/** The target and its forum: by title, or by author if it was removed. */
export function Thing({ entry: { action, forum, target } }: { entry: LogEntry }) {
  const author = <Member name={target?.username} />;
  const title = <Title target={target} />;
  const isTitled = Boolean(target?.title);
  // Its topic is still known, but there is nothing to link to.
  if (action === "forum-deleted" && forum?.topic) return <bdi>{forum.topic}</bdi>;
  if (target?.kind === "forum")
    return forum?.topic ? <ForumName forum={forum} /> : <Trans>a forum by {author}</Trans>;
  if (target?.kind !== "reply")
    return <In forum={forum}>{isTitled ? title : <Trans>a post by {author}</Trans>}</In>;
  return (
    <In forum={forum}>
      {isTitled ? (
        <Trans>
          a reply by {author} to {title}
        </Trans>
      ) : (
        <Trans>a reply by {author}</Trans>
      )}
    </In>
  );
}

/** A report and its target. Messages are private, so the log says no more about theirs; an old entry may be of an appeal. */
export function ReportOf({ entry: { forum, target } }: { entry: LogEntry }) {
  const author = <Member name={target?.username} />;
  const title = <Title target={target} />;
  const isTitled = Boolean(target?.title);
  if (!target) return <Trans>a private report</Trans>;
  if (target.kind === "member") return <Trans>a report about {author}</Trans>;
  if (target.kind !== "reply")
    return (
      <In forum={forum}>
        {isTitled ? (
          <Trans>a report about {title}</Trans>
        ) : (
          <Trans>a report about a post by {author}</Trans>
        )}
      </In>
    );
  return (
    <In forum={forum}>
      {isTitled ? (
        <Trans>
          a report about a reply by {author} to {title}
        </Trans>
      ) : (
        <Trans>a report about a reply by {author}</Trans>
      )}
    </In>
  );
}

/** The title of the post, which links to the post or to the reply in it. */
function Title({ target }: Pick<LogEntry, "target">) {
  if (!target?.post) return null;
  const { kind, id, post, title } = target;
  return (
    <Link to={kind === "reply" ? paths.reply(post, id) : paths.post(post)} dir="auto">
      {title}
    </Link>
  );
}

function In({ forum, children }: Pick<LogEntry, "forum"> & { children: ReactNode }) {
  if (!forum?.topic) return children;
  const topic = <ForumName forum={forum} />;
  return (
    <Trans>
      {children} in {topic}
    </Trans>
  );
}

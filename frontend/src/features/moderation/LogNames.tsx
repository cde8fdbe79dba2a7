import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LogEntry } from "../../api/types";
import { paths } from "../../paths";
import { Person } from "../../ui/Person";

/** Who did it: a member, or who runs the server. */
export function Actor({ by }: Pick<LogEntry, "by">) {
  return by ? <Person name={by.username} /> : t`The operator`;
}

export function Member({ name }: { name: string | null | undefined }) {
  return <Person name={name ?? t`[deleted]`} />;
}

/** A forum after "of". */
export function ForumName({ forum }: Pick<LogEntry, "forum">) {
  if (!forum?.topic) return t`a deleted forum`;
  return (
    <Link to={paths.forum(forum.id)} dir="auto">
      {forum.topic}
    </Link>
  );
}

/** What something was done to, and where: by its title, or by its author once that is gone. */
export function Thing({ entry: { forum, target } }: { entry: LogEntry }) {
  const author = <Member name={target?.username} />;
  const title = <Title target={target} />;
  const isTitled = Boolean(target?.title);
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

/** A report and what it is about. Of a message, which is private, the log tells no more. */
export function ReportOf({ entry: { forum, target } }: { entry: LogEntry }) {
  const author = <Member name={target?.username} />;
  const title = <Title target={target} />;
  const isTitled = Boolean(target?.title);
  if (!target) return <Trans>an appeal or a report about a message</Trans>;
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

/** The title of a post; of a reply's post, it leads to the reply. */
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

import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Report } from "../../api/types";
import { paths } from "../../paths";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { QueryBoundary } from "../../ui/States";
import { Time } from "../../ui/Time";
import { VisibilityMark } from "../access/VisibilityMark";
import { forumQueries } from "../forums/queries";
import { Person } from "../members/Person";
import { HeldMark } from "../posts/HeldMark";
import { Decision } from "./Decision";
import { moderationQueries } from "./queries";
import { isReopenable, reopenReport } from "./reopenReport";
import styles from "./ReportCard.module.css";
import { ReportedThing } from "./ReportedThing";
import { decidedWord, excerptOf, kindName, ReasonBadges } from "./reportWords";
import { SameAuthor } from "./SameAuthor";

type Props = {
  id: number;
  /** The report as the list has it. */
  listed: Report | undefined;
  /** Called after a decision, to show the next report. */
  onDecided: () => void;
};

/** A report with its notes, its target in context, and the decision. */
export function ReportCard({ id, listed, onDecided }: Props) {
  const query = useQuery({ ...moderationQueries.report(id), placeholderData: listed });
  return (
    <QueryBoundary query={query} failed={t`Couldn't load this report. Try again.`}>
      {(report) => <Shown key={report.id} report={report} onDecided={onDecided} />}
    </QueryBoundary>
  );
}

function Shown({ report, onDecided }: { report: Report; onDecided: () => void }) {
  const { target, openedAt, notes } = report;
  const isAppeal = report.kind === "appeal";
  const isReport = report.kind === "report";
  return (
    <section className={styles.card} aria-label={t({ message: "Report", context: "noun" })}>
      <div className={styles.why}>
        <p className={styles.meta}>
          <Badge>{kindName(target.kind)}</Badge>
          {target.removed && <Badge tone="danger">{t`Removed`}</Badge>}
          {target.username && <Person name={target.username} />}
          {report.kind === "held" && !report.decidedAt && <HeldMark />}
          {isReport ? (
            <>
              <span>
                <Trans>
                  reported <Time at={openedAt} />
                </Trans>
              </span>
              <span>
                <Plural value={report.count} one="# report" other="# reports" />
              </span>
            </>
          ) : (
            <Time at={openedAt} />
          )}
        </p>
        {isAppeal && <p dir="auto">{excerptOf(report)}</p>}
        {isAppeal && target.forum && <BannedFrom forumId={target.forum} />}
        <p className={styles.reasons}>
          <ReasonBadges report={report} />
        </p>
        {notes.length > 0 && (
          <ul className={styles.notes}>
            {notes.map(({ username, note }) => (
              <li key={username} dir="auto">
                <Person name={username} />: {note}
              </li>
            ))}
          </ul>
        )}
      </div>
      {!isAppeal && <ReportedThing target={target} />}
      <SameAuthor report={report} />
      <Decision
        report={report}
        onDecided={onDecided}
        decided={report.decidedAt && <Decided report={report} at={report.decidedAt} />}
      />
    </section>
  );
}

function BannedFrom({ forumId }: { forumId: number }) {
  const { data } = useQuery(forumQueries.detail(forumId));
  const forum = (
    <Link to={paths.forum(forumId)} dir="auto">
      {data?.topic ?? t`a forum`}
    </Link>
  );
  return (
    <p className={styles.meta}>
      <Trans>Banned from {forum}</Trans>
      {data && <VisibilityMark of={data.visibility} />}
    </p>
  );
}

function Decided({ report, at }: { report: Report; at: string }) {
  const { assignee, state, decision } = report;
  return (
    <div className={styles.decided} role="status">
      <p className={styles.meta}>
        <Badge tone={state === "resolved" ? "success" : "neutral"}>{decidedWord(report)}</Badge>
        {assignee && (
          <span>
            <Trans>
              Decided by <Person name={assignee} />
            </Trans>
          </span>
        )}
        <Time at={at} />
        {isReopenable(report) && <ReopenButton id={report.id} />}
      </p>
      {decision && <p dir="auto">{decision}</p>}
    </div>
  );
}

function ReopenButton({ id }: { id: number }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({ mutationFn: () => reopenReport(client, id) });
  return (
    <Button variant="ghost" aria-disabled={isPending} onClick={() => isPending || mutate()}>
      {t`Reopen`}
    </Button>
  );
}

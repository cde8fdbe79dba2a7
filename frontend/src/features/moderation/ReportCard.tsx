import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import type { Report } from "../../api/types";
import { paths } from "../../paths";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Form } from "../../ui/Form";
import { notifyFailure } from "../../ui/notify";
import { Person } from "../../ui/Person";
import { reasonNames, type Reason } from "../../ui/reports";
import { Time } from "../../ui/Time";
import { moderationQueries } from "./queries";
import { RestoreButton, type RemovedThing } from "./RestoreButton";
import styles from "./ReportCard.module.css";

/** A reported thing, what members say of it, and the decision. */
export function ReportCard({ report }: { report: Report }) {
  const { target, notes, assignee, decision } = report;
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        <Badge>{kindName(target.kind)}</Badge>
        {target.removed && <Badge tone="danger">{t`Removed`}</Badge>}
        {target.username && <Person name={target.username} />}
        <Time at={report.openedAt} />
        <span>
          <Plural value={report.count} one="# report" other="# reports" />
        </span>
      </p>
      <p className={styles.excerpt} dir="auto">
        {target.excerpt || t`This is gone.`}
      </p>
      <p className={styles.reasons}>
        <Reasons report={report} />
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
      <Shown report={report} />
      {assignee && (
        <p className={styles.meta}>
          {report.decidedAt ? (
            <Trans>Decided by {assignee}</Trans>
          ) : (
            <Trans>{assignee} is on it</Trans>
          )}
          {decision && <span dir="auto">{decision}</span>}
        </p>
      )}
      {!report.decidedAt && <Decision report={report} />}
    </article>
  );
}

function kindName(kind: string): string {
  if (kind === "reply") return t`Reply`;
  return kind === "message" ? t`Message` : t`Post`;
}

function Reasons({ report }: { report: Report }) {
  const names = reasonNames();
  const counts: Record<Reason, number> = report.reasons;
  return (Object.keys(names) as Reason[])
    .filter((reason) => counts[reason] > 0)
    .map((reason) => (
      <Badge key={reason} tone="danger">{`${names[reason]} · ${counts[reason]}`}</Badge>
    ));
}

/** Where it stands among what is around it, or how it comes back there. */
function Shown({ report: { target } }: { report: Report }) {
  if (!target.post || !target.username) return null;
  if (target.removed) return <RestoreButton thing={target as RemovedThing} />;
  const to =
    target.kind === "reply" ? paths.reply(target.post, target.id) : paths.post(target.post);
  return (
    <Link className={styles.link} to={to}>
      <Trans>Show in its thread</Trans>
    </Link>
  );
}

function Decision({ report }: { report: Report }) {
  const { mutate, isPending } = useDecision(report.id);
  const decide = (data: FormData) => {
    const note = String(data.get("note"));
    mutate({ state: data.get("state") as Report["state"], note: note || null });
  };
  return (
    <Form isPending={isPending} onSubmit={decide}>
      <TextField label={t`Note on the decision`} name="note" maxLength={500} dir="auto" />
      <div className={styles.actions}>
        {/* The first one is what Enter in the field does. */}
        <StateButton state="resolved" variant="primary" disabled={isPending}>
          <Trans>Resolve</Trans>
        </StateButton>
        <StateButton state="rejected" disabled={isPending}>
          <Trans>Reject</Trans>
        </StateButton>
        {report.state === "open" ? (
          <StateButton state="in-progress" variant="ghost" disabled={isPending}>
            <Trans>Take</Trans>
          </StateButton>
        ) : (
          <StateButton state="open" variant="ghost" disabled={isPending}>
            <Trans>Put back</Trans>
          </StateButton>
        )}
      </div>
    </Form>
  );
}

type StateProps = {
  state: Report["state"];
  variant?: "primary" | "ghost";
  disabled: boolean;
  children: ReactNode;
};

function StateButton({ state, variant, disabled, children }: StateProps) {
  return (
    <Button type="submit" name="state" value={state} variant={variant} aria-disabled={disabled}>
      {children}
    </Button>
  );
}

function useDecision(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { state: Report["state"]; note: string | null }) =>
      unwrap(api.PUT("/api/reports/{id}", { params: { path: { id } }, body })),
    // Whatever somebody else decided meanwhile shows, too.
    onSettled: () => client.invalidateQueries({ queryKey: moderationQueries.keys.reports }),
    onError: (error) => notifyFailure(t`Couldn't decide the report.`, error),
  });
}

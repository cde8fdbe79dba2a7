import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { isAdmin, useUser } from "../../api/session";
import type { Report } from "../../api/types";
import { Button, ButtonLabel } from "../../ui/Button";
import { DraftNotice } from "../../ui/DraftNotice";
import { TextField } from "../../ui/fields";
import { Form } from "../../ui/Form";
import { ICONS } from "../../ui/icons";
import { Person } from "../../ui/Person";
import styles from "./Decision.module.css";
import { useDraft } from "../../ui/useDraft";
import { useBanAuthor } from "./useBanAuthor";
import { useDecision } from "./useDecision";
import { useRemoval } from "./useRemoval";

type Props = { report: Report; onDecided: () => void };

/** What can be done with a report: to decide it, to remove what it is about, to ban its author, or to take it. */
export function Decision({ report, onDecided }: Props) {
  const { target, state } = report;
  const assignee = report.assignee && <Person name={report.assignee} />;
  const user = useUser();
  const { decide, isPending } = useDecision(report.id, onDecided);
  const removal = useRemoval(target);
  // Moderators ban from their forum, admins from the site.
  const forumId = isAdmin(user) ? undefined : (target.forum ?? undefined);
  const ban = useBanAuthor(forumId);
  const isBusy = isPending || removal.isPending || ban.isPending;
  const note = useDraft(`${user?.id}:decision-${report.id}`);
  const send = async (next: Report["state"]) => {
    const sent = note.text;
    if (await decide(next, sent.trim() || null)) note.clearSent(sent);
  };
  const removeIt = async () => {
    if (await removal.remove()) await send("resolved");
  };
  const submit = (data: FormData) => {
    if (isBusy) return;
    const act = String(data.get("act"));
    if (act === "remove") void removeIt();
    else if (act === "ban" && target.username) void ban.ask(target.username);
    else void send(act as Report["state"]);
  };
  const isThere = target.username !== null;
  const words = decisionWords(report);
  const isReport = report.kind === "report";
  const isTaken = state === "in-progress";
  return (
    <Form className={styles.decision} isPending={isBusy} onSubmit={submit}>
      {isTaken && assignee && (
        <p className={styles.taken}>
          <Trans>Assigned to {assignee}</Trans>
        </p>
      )}
      <DraftNotice drafts={[note]} />
      <TextField
        label={t`Note on the decision`}
        maxLength={500}
        dir="auto"
        value={note.text}
        onChange={(event) => note.setText(event.target.value)}
        hint={
          report.kind === "held" && t`If you remove it, this note is shown publicly as the reason.`
        }
      />
      <div className={styles.actions}>
        {/* The first one is what Enter in the field does. */}
        <Act act="resolved" shortcut="approve" keys="a" variant="primary" disabled={isBusy}>
          {words.resolve}
        </Act>
        <Act act="rejected" shortcut="reject" keys="x" disabled={isBusy}>
          {words.reject}
        </Act>
        {isThere && isReport && target.kind !== "message" && !target.removed && (
          <Act
            act="remove"
            shortcut="remove"
            keys="d"
            variant="danger"
            icon={ICONS.bin}
            aria-label={t`Remove`}
            disabled={isBusy}
          >
            <ButtonLabel>{t`Remove`}</ButtonLabel>
          </Act>
        )}
        {isThere && report.kind !== "appeal" && target.username !== user?.username && (
          <Act
            act="ban"
            shortcut="ban"
            keys="b"
            variant="danger"
            icon={ICONS.block}
            aria-label={t`Ban`}
            disabled={isBusy}
          >
            <ButtonLabel>{t`Ban`}</ButtonLabel>
          </Act>
        )}
        {/* Another button: a click that comes late does not do the opposite. */}
        <Act
          key={isTaken ? "open" : "in-progress"}
          act={isTaken ? "open" : "in-progress"}
          shortcut="take"
          keys="t"
          variant="ghost"
          disabled={isBusy}
        >
          {isTaken ? t`Unassign` : t`Assign to me`}
        </Act>
      </div>
    </Form>
  );
}

function decisionWords({ kind }: Report): { resolve: string; reject: string } {
  if (kind === "held") return { resolve: t`Approve`, reject: t`Remove` };
  if (kind === "appeal") return { resolve: t`Unban`, reject: t`Keep the ban` };
  return { resolve: t`Resolve`, reject: t`Reject` };
}

type ActProps = Pick<
  ComponentProps<typeof Button>,
  "variant" | "icon" | "children" | "aria-label"
> & {
  act: Report["state"] | "remove" | "ban";
  /** What the key looks for. */
  shortcut: string;
  keys: string;
  disabled: boolean;
};

function Act({ act, shortcut, keys, disabled, children, ...rest }: ActProps) {
  return (
    <Button
      {...rest}
      type="submit"
      name="act"
      value={act}
      data-shortcut={shortcut}
      aria-keyshortcuts={keys}
      aria-disabled={disabled}
    >
      {children}
      {/* Drawn by the style sheet: it is no part of the name. */}
      <kbd className={styles.key} data-key={keys} aria-hidden="true" />
    </Button>
  );
}

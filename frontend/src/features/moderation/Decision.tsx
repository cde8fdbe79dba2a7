import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { isAdmin, useUser } from "../../api/session";
import type { Report } from "../../api/types";
import { Button, ButtonLabel } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Form } from "../../ui/Form";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { Person } from "../members/Person";
import styles from "./Decision.module.css";
import { useBanAuthor } from "./useBanAuthor";
import { useDecision } from "./useDecision";
import { useRemoval } from "./useRemoval";

type Props = { report: Report; onDecided: () => void };

/** A note, and buttons to decide the report, remove its target, ban the author, or assign the report. */
export function Decision({ report, onDecided }: Props) {
  const assignee = report.assignee && <Person name={report.assignee} />;
  const { note, submit, isBusy } = useActions(report, onDecided);
  return (
    <Form className={styles.decision} isPending={isBusy} onSubmit={submit}>
      {report.state === "in-progress" && assignee && (
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
      <Actions report={report} isBusy={isBusy} />
    </Form>
  );
}

/** Runs the action of the pressed button; a decision sends the note. */
function useActions({ id, target }: Report, onDecided: () => void) {
  const user = useUser();
  const note = useDraft(`${user?.id}:decision-${id}`);
  const { decide, isPending } = useDecision(id, onDecided);
  const removal = useRemoval(target);
  // Moderators ban from the forum, admins from the site.
  const ban = useBanAuthor(isAdmin(user) ? undefined : (target.forum ?? undefined));
  const isBusy = isPending || removal.isPending || ban.isPending;
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
  return { note, submit, isBusy };
}

function Actions({ report, isBusy }: { report: Report; isBusy: boolean }) {
  const { kind, state, target } = report;
  const user = useUser();
  const isThere = target.username !== null;
  const words = decisionWords(report);
  const isTaken = state === "in-progress";
  return (
    <div className={styles.actions}>
      {/* First, because Enter in the field presses the first button. */}
      <ActionButton act="resolved" shortcut="approve" keys="a" variant="primary" disabled={isBusy}>
        {words.resolve}
      </ActionButton>
      <ActionButton act="rejected" shortcut="reject" keys="x" disabled={isBusy}>
        {words.reject}
      </ActionButton>
      {isThere && kind === "report" && target.kind !== "message" && !target.removed && (
        <DangerButton act="remove" keys="d" icon="bin" label={t`Remove`} disabled={isBusy} />
      )}
      {isThere && kind !== "appeal" && target.username !== user?.username && (
        <DangerButton act="ban" keys="b" icon="block" label={t`Ban`} disabled={isBusy} />
      )}
      {/* A new button, so that a late click does not do the opposite. */}
      <ActionButton
        key={isTaken ? "open" : "in-progress"}
        act={isTaken ? "open" : "in-progress"}
        shortcut="take"
        keys="t"
        variant="ghost"
        disabled={isBusy}
      >
        {isTaken ? t`Unassign` : t`Assign to me`}
      </ActionButton>
    </div>
  );
}

function decisionWords({ kind }: Report): { resolve: string; reject: string } {
  if (kind === "held") return { resolve: t`Approve`, reject: t`Remove` };
  if (kind === "appeal") return { resolve: t`Unban`, reject: t`Keep the ban` };
  return { resolve: t`Resolve`, reject: t`Reject` };
}

type ActionButtonProps = Pick<
  ComponentProps<typeof Button>,
  "variant" | "icon" | "children" | "aria-label"
> & {
  act: Report["state"] | "remove" | "ban";
  /** The `data-shortcut` that the keyboard shortcut looks for. */
  shortcut: string;
  keys: string;
  disabled: boolean;
};

type DangerButtonProps = Pick<ActionButtonProps, "keys" | "icon" | "disabled"> & {
  act: "remove" | "ban";
  label: string;
};

/** A button that shows only its icon on narrow screens. */
function DangerButton({ act, label, ...rest }: DangerButtonProps) {
  return (
    <ActionButton {...rest} act={act} shortcut={act} variant="danger" aria-label={label}>
      <ButtonLabel>{label}</ButtonLabel>
    </ActionButton>
  );
}

function ActionButton({ act, shortcut, keys, disabled, children, ...rest }: ActionButtonProps) {
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
      {/* CSS draws the key, so it is not part of the accessible name. */}
      <kbd className={styles.key} data-key={keys} aria-hidden="true" />
    </Button>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState, type ComponentProps, type ReactNode } from "react";
import { isAdmin, useUser } from "../../api/session";
import type { Report } from "../../api/types";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import fields from "../../ui/fields.module.css";
import { TextField } from "../../ui/fields";
import { DraftNotice } from "../drafts/DraftNotice";
import { keptHint, KeptTools } from "../drafts/KeptText";
import { useDraft } from "../drafts/useDraft";
import { Person } from "../members/Person";
import styles from "./Decision.module.css";
import { useBanAuthor } from "./useBanAuthor";
import { useDecision } from "./useDecision";
import { useRemoval } from "./useRemoval";

type Props = {
  report: Report;
  onDecided: () => void;
  /** Who decided it; shown above the note, because that covers what is behind it. */
  decided: ReactNode;
};

/**
 * A note, and buttons to decide the report, remove its target, ban the author, or assign the report. Once it is
 * decided, only a note that is being written stays: another moderator was faster.
 */
export function Decision({ report, onDecided, decided }: Props) {
  const assignee = report.assignee && <Person name={report.assignee} />;
  const { note, act, isBusy } = useActions(report, onDecided);
  const [isWriting, setIsWriting] = useState(false);
  const isOpen = !report.decidedAt;
  if (!isOpen && !isWriting && !note.text) return decided;
  return (
    // No form: Enter in the note must not choose one of several outcomes.
    <div className={styles.decision} data-at-bottom>
      {report.state === "in-progress" && assignee && (
        <p className={styles.taken}>
          <Trans>Assigned to {assignee}</Trans>
        </p>
      )}
      {decided}
      {isOpen && <DraftNotice drafts={[note]} />}
      <TextField
        label={t`Note on the decision`}
        maxLength={500}
        dir="auto"
        value={note.text}
        onChange={(event) => note.setText(event.target.value)}
        onFocus={() => setIsWriting(true)}
        onBlur={() => setIsWriting(false)}
        hint={isOpen ? noteHint(report.kind) : keptHint()}
      />
      {isOpen ? (
        <Actions report={report} isBusy={isBusy} onAct={act} />
      ) : (
        <KeptTools drafts={[note]} />
      )}
      {isOpen && report.kind === "report" && (
        <p className={fields.note}>
          {t`Resolve and Reject close the report. Remove hides the content, too.`}
        </p>
      )}
    </div>
  );
}

/** Runs the action of the pressed button; a decision sends the note. What hides or bans asks first. */
function useActions(report: Report, onDecided: () => void) {
  const { id, kind, target } = report;
  const user = useUser();
  const note = useDraft(`${user?.id}:decision-${id}`);
  const { decide, isPending } = useDecision(id, onDecided);
  const removal = useRemoval(report, onDecided);
  // Moderators ban from the forum, admins from the site.
  const ban = useBanAuthor(isAdmin(user) ? undefined : (target.forum ?? undefined));
  const isBusy = isPending || removal.isPending || ban.isPending;
  const send = async (next: Report["state"]) => {
    const sent = note.text;
    if (await decide(next, sent.trim() || null)) note.clearSent(sent);
  };
  const removeIt = async () => {
    if (kind === "report") {
      const offered = note.text;
      if (await removal.remove(offered.trim())) note.clearSent(offered);
      return;
    }
    const text = t`Remove this? Only the author and moderators will see it.`;
    if (await confirm(text, t`Remove`, "destructive")) await send("rejected");
  };
  const act = (action: Action) => {
    if (isBusy) return;
    if (action === "remove") void removeIt();
    else if (action !== "ban") void send(action);
    else if (target.username) void ban.ask(target.username);
  };
  return { note, act, isBusy };
}

type Action = Report["state"] | "remove" | "ban";
type ActionsProps = { report: Report; isBusy: boolean; onAct: (action: Action) => void };

function Actions({ report, isBusy, onAct }: ActionsProps) {
  const { kind, state, target } = report;
  const user = useUser();
  const isThere = target.username !== null;
  const isHeld = kind === "held";
  const isRemovable =
    isHeld || (isThere && kind === "report" && target.kind !== "message" && !target.removed);
  const words = decisionWords(report);
  const common = { disabled: isBusy, onAct };
  const isTaken = state === "in-progress";
  return (
    <div className={styles.actions}>
      <ActionButton {...common} act="resolved" shortcut="approve" keys="a" variant="primary">
        {words.resolve}
      </ActionButton>
      {!isHeld && (
        <ActionButton {...common} act="rejected" shortcut="reject" keys="x">
          {words.reject}
        </ActionButton>
      )}
      {isRemovable && (
        <DangerButton {...common} act="remove" keys="d" icon="bin" label={t`Remove`} />
      )}
      {isThere && kind !== "appeal" && target.username !== user?.username && (
        <DangerButton {...common} act="ban" keys="b" icon="block" label={t`Ban`} />
      )}
      {/* A new button, so that a late click does not do the opposite. */}
      <ActionButton
        {...common}
        key={isTaken ? "open" : "in-progress"}
        act={isTaken ? "open" : "in-progress"}
        shortcut="take"
        keys="t"
        variant="ghost"
      >
        {isTaken ? t`Unassign` : t`Assign to me`}
      </ActionButton>
    </div>
  );
}

/** Tells the moderator who will see the note. */
function noteHint(kind: Report["kind"]): string {
  switch (kind) {
    case "held":
      return t`If you remove it, this note is shown publicly as the reason.`;
    case "appeal":
      return t`The member who appealed sees this note as the reason.`;
    default:
      return t`The members who reported it see this note as the reason.`;
  }
}

function decisionWords({ kind }: Report): { resolve: string; reject: string } {
  const reject = kind === "appeal" ? t`Keep the ban` : t`Reject`;
  if (kind === "held") return { resolve: t`Approve`, reject };
  return { resolve: kind === "appeal" ? t`Unban` : t`Resolve`, reject };
}

type ActionButtonProps = Pick<ComponentProps<typeof Button>, "variant" | "icon" | "children"> & {
  act: Action;
  /** The `data-shortcut` that the keyboard shortcut looks for. */
  shortcut: string;
  keys: string;
  disabled: boolean;
  onAct: (action: Action) => void;
};

type DangerButtonProps = Pick<ActionButtonProps, "keys" | "icon" | "disabled" | "onAct"> & {
  act: "remove" | "ban";
  label: string;
};

function DangerButton({ act, label, ...rest }: DangerButtonProps) {
  return (
    <ActionButton {...rest} act={act} shortcut={act} variant="danger">
      {label}
    </ActionButton>
  );
}

function ActionButton(props: ActionButtonProps) {
  const { act, shortcut, keys, disabled, onAct, children, ...rest } = props;
  return (
    <Button
      {...rest}
      data-shortcut={shortcut}
      aria-keyshortcuts={keys}
      aria-disabled={disabled}
      onClick={() => onAct(act)}
    >
      {children}
      {/* CSS draws the key, so it is not part of the accessible name. */}
      <kbd className={styles.key} data-key={keys} aria-hidden="true" />
    </Button>
  );
}

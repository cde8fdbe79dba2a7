import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Report } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Time } from "../../ui/Time";
import { Person } from "../members/Person";
import { HeldMark } from "../posts/HeldMark";
import styles from "./ReportRow.module.css";
import { excerptOf, kindName, ReasonBadges } from "./reportWords";

type Props = {
  report: Report;
  /** The address that shows the report. */
  address: string;
  isShown: boolean;
  /** On wide screens, focusing a row shows its report. */
  onFocus: (() => void) | undefined;
};

/** A report in the queue, in brief. */
export function ReportRow({ report, address, isShown, onFocus }: Props) {
  const { target, decidedAt, openedAt } = report;
  const assignee = report.assignee && <Person name={report.assignee} />;
  const kind = kindName(target.kind);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- acts for the link inside it
    <article
      className={`${styles.row} ${isShown ? styles.shown : ""}`}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <p className={styles.meta}>
        <span>{kind}</span>
        {target.username && <Person name={target.username} />}
        <Time at={openedAt} />
      </p>
      <h2 className={styles.excerpt} dir="auto">
        <Link
          to={address}
          className={styles.link}
          aria-current={isShown || undefined}
          preventScrollReset
        >
          {excerptOf(report)}
        </Link>
      </h2>
      <p className={styles.reasons}>
        <ReasonBadges report={report} />
        {report.kind === "held" && !decidedAt && <HeldMark />}
        {assignee && !decidedAt && (
          <Badge tone="success">
            <Trans>Assigned to {assignee}</Trans>
          </Badge>
        )}
      </p>
    </article>
  );
}

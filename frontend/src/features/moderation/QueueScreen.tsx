import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { Report } from "../../api/types";
import { parseId, paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { focusHeading, focusItem } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { List } from "../../ui/List";
import { PageHeader, Screen, Toolbar } from "../../ui/Screen";
import { Empty } from "../../ui/States";
import surface from "../../ui/Surface.module.css";
import { TabLinks } from "../../ui/TabLinks";
import { DESKTOP, useMediaQuery } from "../../ui/useMediaQuery";
import { forumQueries } from "../forums/queries";
import { OnlyForum } from "./OnlyForum";
import { moderationQueries, type QueueState } from "./queries";
import styles from "./QueueScreen.module.css";
import { ReportCard } from "./ReportCard";
import { ReportRow } from "./ReportRow";

const DECIDED: readonly QueueState[] = ["resolved", "rejected"];

/**
 * Reports of the forums that the member moderates, the oldest first; admins see all. The list and one
 * of its reports stand beside each other; on narrow screens one follows the other.
 */
export function QueueScreen() {
  const [params, setParams] = useSearchParams();
  const isWide = useMediaQuery(DESKTOP);
  const state = DECIDED.find((one) => one === params.get("state"));
  const forum = parseId(params.get("forum") ?? undefined);
  const query = useInfiniteQuery(moderationQueries.reports(state, forum));
  const shown = parseId(params.get("report") ?? undefined);
  const list = useRef<HTMLDivElement>(null);

  const addressOf = (id: number | undefined) => {
    const next = new URLSearchParams(params);
    if (id) next.set("report", String(id));
    else next.delete("report");
    return next;
  };
  const show = (id: number | undefined) =>
    setParams(addressOf(id), { replace: isWide, preventScrollReset: true });
  useShowFirst(isWide && !shown, query.data, show);
  /** Shows and focuses the next report of the list in place of the decided one. */
  const showNext = () => {
    const reports = query.data ?? [];
    const at = reports.findIndex(({ id }) => id === shown);
    const next = isWide ? (reports[at + 1] ?? reports[at - 1]) : undefined;
    const rows = list.current?.querySelectorAll("article");
    const row = next && rows?.[reports.indexOf(next)];
    if (row) focusItem(row);
    show(next?.id);
    if (!row) focusHeading();
  };
  const isListHidden = !isWide && shown !== undefined;

  return (
    <Screen width="wide">
      <PageHeader>
        <Heading>{t`Reports`}</Heading>
        <Toolbar>
          {isListHidden && (
            <ButtonLink icon="back" to={{ search: addressOf(undefined).toString() }}>
              <Trans>All reports</Trans>
            </ButtonLink>
          )}
          <ButtonLink to={paths.log}>{t`Moderation log`}</ButtonLink>
        </Toolbar>
      </PageHeader>
      {forum && <NarrowedTo forum={forum} />}
      <div className={styles.split}>
        {!isListHidden && (
          <div ref={list} className={styles.list}>
            <StateTabs />
            <Queue query={query} state={state}>
              {(report) => (
                <ReportRow
                  report={report}
                  address={`?${addressOf(report.id)}`}
                  isShown={report.id === shown}
                  onFocus={isWide && report.id !== shown ? () => show(report.id) : undefined}
                />
              )}
            </Queue>
          </div>
        )}
        {shown && (
          <ReportCard
            id={shown}
            listed={query.data?.find(({ id }) => id === shown)}
            onDecided={showNext}
          />
        )}
      </div>
    </Screen>
  );
}

function NarrowedTo({ forum }: { forum: number }) {
  const { data } = useQuery(forumQueries.detail(forum));
  return <OnlyForum id={forum} topic={data?.topic} visibility={data?.visibility} drops="report" />;
}

/** Shows the first report beside the list, unless one is shown. */
function useShowFirst(
  isDue: boolean,
  reports: Report[] | undefined,
  show: (id: number | undefined) => void,
) {
  const first = isDue ? reports?.[0]?.id : undefined;
  const showFirst = useEffectEvent(() => show(first));
  useEffect(() => {
    if (first) showFirst();
  }, [first]);
}

function StateTabs() {
  return (
    <TabLinks
      label={t`Filter`}
      param="state"
      standard="open"
      drops="report"
      tabs={[
        { value: "open", text: t({ message: "Open", context: "reports" }) },
        { value: "resolved", text: t({ message: "Resolved", context: "reports" }) },
        { value: "rejected", text: t({ message: "Rejected", context: "reports" }) },
      ]}
    />
  );
}

function emptyText(state: QueueState | undefined): string {
  if (state === "resolved") return t`No resolved reports.`;
  return state === "rejected" ? t`No rejected reports.` : t`No open reports.`;
}

type QueueProps = {
  query: UseInfiniteQueryResult<Report[]>;
  state: QueueState | undefined;
  children: (report: Report) => ReactNode;
};

function Queue({ query, state, children }: QueueProps) {
  return (
    <div className={surface.surface}>
      <List
        query={query}
        label={t`Reports`}
        failed={t`Couldn't load reports. Try again.`}
        empty={
          <Empty>
            <p>{emptyText(state)}</p>
          </Empty>
        }
      >
        {children}
      </List>
    </div>
  );
}

import { i18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { Day } from "../../api/types";
import { Card } from "../../ui/Card";
import { QueryBoundary } from "../../ui/States";
import { TabLinks } from "../../ui/TabLinks";
import { Chart } from "./Chart";
import { figures, PERIODS, statistics, sum, type Figure } from "./figures";
import styles from "./Statistics.module.css";

/** What happened on the site, by day: a curve for each figure, and all numbers in a table. */
export function Statistics() {
  const chosen = useSearchParams()[0].get("days");
  const period = PERIODS.find((days) => String(days) === chosen) ?? 30;
  const query = useQuery(statistics(period));
  return (
    <>
      <TabLinks
        label={t`Period`}
        param="days"
        standard="30"
        tabs={PERIODS.map((days) => ({ value: String(days), text: t`${days} days` }))}
      />
      <QueryBoundary query={query} failed={t`Couldn't load the statistics. Try again.`}>
        {(days) => (
          <>
            <div className={styles.charts}>
              {figures().map(({ key, label }) => (
                <FigureCard key={key} days={days} figure={key} label={label} />
              ))}
            </div>
            <Numbers days={days} />
          </>
        )}
      </QueryBoundary>
      <p className={styles.note}>
        <Trans>
          Days are in UTC. Active members posted, replied or sent a message. Past days still count
          content deleted later.
        </Trans>
      </p>
    </>
  );
}

type CardProps = { days: Day[]; figure: Figure; label: string };

function FigureCard({ days, figure, label }: CardProps) {
  // A sum of active members would count each of them many times.
  const total = figure === "activeMembers" ? null : sum(days, figure);
  const today = days.at(-1)?.[figure] ?? 0;
  return (
    <Card as="section" compact className={styles.figure} aria-label={label}>
      <h2>{label}</h2>
      <p className={styles.numbers}>
        {total !== null && (
          <span>
            <strong>{i18n.number(total)}</strong> <Trans>total</Trans>
          </span>
        )}
        <span>
          <strong>{i18n.number(today)}</strong> <Trans>today</Trans>
        </span>
      </p>
      <Chart days={days} figure={figure} label={label} />
    </Card>
  );
}

/** The same numbers as a table, for people who can't see the curves; the latest day first. */
function Numbers({ days }: { days: Day[] }) {
  const columns = figures();
  return (
    <details className={styles.table}>
      <summary>{t`Numbers by day`}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t`Numbers by day`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Day`}</th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  <time dateTime={day.day}>{shown(day.day)}</time>
                </th>
                {columns.map(({ key }) => (
                  <td key={key}>{i18n.number(day[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function shown(day: string): string {
  return i18n.date(`${day}T00:00:00Z`, { dateStyle: "medium", timeZone: "UTC" });
}

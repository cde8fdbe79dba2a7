// The goals of reads at larger scales: their cost, and the latency of some.
import { atMost } from "./goal.mjs";

/** Maximum processor time of a read at a larger scale, relative to scale 1. */
const MAX_COST = 2;
/** Milliseconds of reads sent one at a time, at scale 10: 100,000 posts and reports, 500,000 replies. */
const P99_ALONE = {
  "search-typo": { sqlite: 50, postgres: 100 },
  queue: { sqlite: 20, postgres: 20 },
};
/** Up to this share of its limit, a figure of one round is far enough from it; two runs of one binary differ by 14 %. */
const CLEAR = 0.75;

const cost = ({ serverCpu, databaseCpu }) => serverCpu + (databaseCpu ?? 0);
const times = (value) => `${value.toFixed(2)} times`;
const ms = (value) => `${value.toFixed(1)} ms`;

/** The goals of one read on one kind of database; its first row is the baseline. */
export function growthGoals({ case: name, title, kind, rows: [first, ...larger] }) {
  const latency = P99_ALONE[name]?.[kind];
  return larger.flatMap((row) => [
    atMost(`${title}, ${row.candidate}`, MAX_COST, cost(row) / cost(first), times),
    ...(latency ? [atMost(`${title}, ${row.candidate}, p99`, latency, row.p99, ms)] : []),
  ]);
}

/** Whether a result is so far below its limits that more rounds would not change whether they are met. */
export const isClear = (result) =>
  growthGoals(result).every(({ limit, value }) => value <= CLEAR * limit);

// `make bench-goals`, `make growth-goals`, `make streams-goals`: compares the last results with the goals of docs/performance.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { atLeast, atMost } from "./lib/goal.mjs";
import { growthGoals } from "./lib/growthGoals.mjs";
import { root } from "./lib/settings.mjs";
import { markdown } from "./lib/table.mjs";

/** Minimum throughput of each read on SQLite, as a share of (a), the bare HTTP server. */
const MIN_SHARE_OF_LIMIT = {
  "popular-10": 0.5,
  "forum-10": 0.5,
  post: 0.5,
  thread: 0.3,
  contacts: 0.25,
  chat: 0.25,
  "popular-10-member": 0.25,
  "forum-10-member": 0.25,
  "post-member": 0.25,
  "thread-member": 0.25,
};
/** Minimum throughput of orders and documents on SQLite, as a share of the popular posts. */
const MIN_SHARE_OF_POPULAR = 0.7;
const AS_FAST_AS_POPULAR = ["hot", "active", "top", "spa", "post-document"];
const WRITES = ["reply", "vote", "message"];
const MIN_WRITES_PER_SECOND = 2_000;
const MIX = { perSecond: 15_000, p99: 15, mebibytes: 150 };
const MAX_READY_MS = 100;

/** Milliseconds from an act to its event, until one event is everywhere, and of reads meanwhile; the cost of idle streams. */
const STREAMS = { median: 50, p99: 250, fanOut: 1_000, reads: 20, mebibytes: 200, cores: 0.05 };
/** While 20 events a second go to all streams: growth of memory in MiB, and milliseconds until a ban reaches its member. */
const STEADY = { growth: 10, ban: 250, ended: 0, perSecond: 19 };
/** Speed of a reply to a post with 10,000 watchers, as a share of one without, and milliseconds until all are notified. */
const WATCHED = { share: 0.9, notifiedMs: 5_000 };

const kinds = {
  bench: benchGoals,
  growth: (results) => results.flatMap(growthGoals),
  streams: streamsGoals,
};
const [kind] = process.argv.slice(2);
if (!kinds[kind]) throw new Error(`expected one of: ${Object.keys(kinds).join(", ")}`);
const files = { bench: "results.json", growth: "growth.json", streams: "streams.json" };
const goals = kinds[kind](JSON.parse(readFileSync(join(root, "bench", files[kind]), "utf8")));

const rows = goals.map(({ name, sign, limit, value, text, isMet }) => [
  name,
  `${sign} ${text(limit)}`,
  text(value),
  isMet ? "met" : "MISSED",
]);
console.log(markdown(["goal", "limit", "measured", "result"], rows));
process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;

function benchGoals({ processes, results }) {
  const sqlite = (name) => {
    const row = results.find((row) => row.case === name && row.candidate === "sqlite");
    if (!row)
      throw new Error(
        `bench/results.json lacks "${name}" on SQLite: run all cases of \`make bench\``,
      );
    return row;
  };
  const percent = (share) => `${Math.round(share * 100)} %`;
  const rate = (value) => `${Math.round(value).toLocaleString("en")}/s`;
  const ms = (value) => `${value.toFixed(1)} ms`;
  const start = processes.find(({ candidate }) => candidate === "sqlite");
  const errors = results.reduce((sum, row) => sum + row.errors, 0);
  return [
    ...Object.entries(MIN_SHARE_OF_LIMIT).map(([name, share]) =>
      atLeast(`${sqlite(name).title}, of (a)`, share, sqlite(name).ofLimit, percent),
    ),
    ...AS_FAST_AS_POPULAR.map((name) =>
      atLeast(
        `${sqlite(name).title}, of the popular posts`,
        MIN_SHARE_OF_POPULAR,
        sqlite(name).perSecond / sqlite("popular-10").perSecond,
        percent,
      ),
    ),
    ...WRITES.map((name) =>
      atLeast(sqlite(name).title, MIN_WRITES_PER_SECOND, sqlite(name).perSecond, rate),
    ),
    atLeast("mix", MIX.perSecond, sqlite("mix").perSecond, rate),
    atMost("mix, p99", MIX.p99, sqlite("mix").p99, ms),
    atMost(
      "memory under the mix",
      MIX.mebibytes,
      start.mixMiB,
      (value) => `${Math.round(value)} MiB`,
    ),
    atMost("start to ready", MAX_READY_MS, start.readyMs, ms),
    atMost("errors of all cases", 0, errors, String),
  ];
}

function streamsGoals(results) {
  const { streams, oneCopy, twoCopies, idleMiB, idleCores, fanOut, readsMeanwhile } = results;
  const { eventsPerSecond, growthMiB, ended, bansMeanwhile } = results;
  const ms = (value) => `${value.toFixed(1)} ms`;
  const latency = (copies, { median, p99 }) => [
    atMost(`act to event, ${copies}, median`, STREAMS.median, median, ms),
    atMost(`act to event, ${copies}, p99`, STREAMS.p99, p99, ms),
  ];
  const mebibytes = (value) => `${Math.round(value)} MiB`;
  const share = (value) => `${(value * 100).toFixed(1)} %`;
  return [
    ...latency("one copy", oneCopy),
    ...latency("two copies", twoCopies),
    atMost(`memory of ${streams} idle streams`, STREAMS.mebibytes, idleMiB, mebibytes),
    atMost("processor time of idle streams", STREAMS.cores, idleCores, share),
    atMost("one event to all of them", STREAMS.fanOut, fanOut.p99, ms),
    atMost("reads meanwhile, p99", STREAMS.reads, readsMeanwhile.p99, ms),
    atLeast("steady events a second", STEADY.perSecond, eventsPerSecond, (rate) => rate.toFixed(1)),
    atMost("growth of memory meanwhile", STEADY.growth, growthMiB, mebibytes),
    atMost("streams that ended meanwhile", STEADY.ended, ended, String),
    atMost("a ban to its member meanwhile, p99", STEADY.ban, bansMeanwhile.p99, ms),
    ...["sqlite", "postgres"].flatMap((kind) => watchersGoals(kind, results)),
  ];
}

function watchersGoals(kind, results) {
  const [quiet, watched, notified] = ["toQuiet", "toWatched", "notified"].map(
    (name) => results[`${kind}, ${name}`],
  );
  const share = quiet.median / watched.median;
  const percent = (value) => `${Math.round(value * 100)} %`;
  const seconds = (value) => `${(value / 1000).toFixed(1)} s`;
  return [
    atLeast(`reply with 10,000 watchers, of one without, ${kind}`, WATCHED.share, share, percent),
    atMost(`all of them notified, ${kind}`, WATCHED.notifiedMs, notified.p99, seconds),
  ];
}

// The figures as a table that people read, and that Markdown shows.

const COLUMNS = [
  ["case", (row) => row.title],
  ["candidate", (row) => row.candidate],
  ["req/s", (row) => whole(row.perSecond)],
  ["min–max", (row) => `${whole(row.slowest)}–${whole(row.fastest)}`],
  ["p50 ms", (row) => row.p50?.toFixed(2) ?? ""],
  ["p99 ms", (row) => row.p99?.toFixed(2) ?? ""],
  ["KiB", (row) => kib(row.bytes)],
  ["µs CPU", (row) => micros(row.serverCpu)],
  ["µs CPU, PostgreSQL", (row) => micros(row.databaseCpu)],
  ["of (a)", (row) => percent(row.ofLimit)],
  ["of (b)", (row) => percent(row.ofDatabase)],
  ["errors", (row) => String(row.errors)],
];
const WORDS = 2;

const whole = (number) =>
  number.toLocaleString("en", { maximumFractionDigits: number < 100 ? 1 : 0 });
const kib = (bytes) => (bytes ? (bytes / 1024).toFixed(1) : "");
const micros = (seconds) => (seconds === undefined ? "" : whole(seconds * 1e6));
const percent = (share) => (share == null ? "" : `${whole(share * 100)} %`);

/** The lines of a Markdown table; the first `words` columns are set to the left. */
export function markdown(head, rows, words = 1) {
  const widths = head.map((name, at) =>
    Math.max(name.length, 3, ...rows.map((row) => row[at].length)),
  );
  const cell = (text, at) => (at < words ? text.padEnd(widths[at]) : text.padStart(widths[at]));
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at < words ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** What a request costs: seconds of processors, in the server and in PostgreSQL. */
const cost = (row) => row.serverCpu + (row.databaseCpu ?? 0);

/** A row for each read on each database: how fast it is at each scale, and what it costs beside the first one. */
export function growthTable(results, scales) {
  const others = scales.slice(1);
  const head = [
    ...["read", "database"],
    ...scales.map((scale) => `req/s × ${scale}`),
    ...scales.map((scale) => `p99 ms × ${scale}`),
    ...[`µs CPU × ${scales[0]}`, ...others.map((scale) => `cost × ${scale}`), "errors"],
  ];
  const rows = results.map(({ title, kind, rows: [first, ...rest] }) => [
    ...[title, kind],
    ...[first, ...rest].map((row) => whole(row.perSecond)),
    ...[first, ...rest].map((row) => row.p99.toFixed(2)),
    ...[micros(cost(first)), ...rest.map((row) => (cost(row) / cost(first)).toFixed(2))],
    String([first, ...rest].reduce((sum, row) => sum + row.errors, 0)),
  ]);
  return markdown(head, rows, WORDS);
}

/** The table of all results: a row for each candidate of each case. */
export function resultsTable(rows) {
  const head = COLUMNS.map(([name]) => name);
  return markdown(
    head,
    rows.map((row) => COLUMNS.map(([, text]) => text(row))),
    WORDS,
  );
}

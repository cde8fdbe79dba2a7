// Formats figures as Markdown tables.

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
const TEXT_COLUMNS = 2;

const whole = (number) =>
  number.toLocaleString("en", { maximumFractionDigits: number < 100 ? 1 : 0 });
const kib = (bytes) => (bytes ? (bytes / 1024).toFixed(1) : "");
const micros = (seconds) => (seconds === undefined ? "" : whole(seconds * 1e6));
const percent = (share) => (share == null ? "" : `${whole(share * 100)} %`);

/** Returns a Markdown table; the first `textColumns` columns are left-aligned. */
export function markdown(head, rows, textColumns = 1) {
  const widths = head.map((name, at) =>
    Math.max(name.length, 3, ...rows.map((row) => row[at].length)),
  );
  const cell = (text, at) =>
    at < textColumns ? text.padEnd(widths[at]) : text.padStart(widths[at]);
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = widths.map((width, at) =>
    at < textColumns ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Processor seconds of a request, in the server and in PostgreSQL. */
const cost = (row) => row.serverCpu + (row.databaseCpu ?? 0);

/** One row per read and database: throughput at each scale, and cost relative to the first. */
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
  return markdown(head, rows, TEXT_COLUMNS);
}

/** One row per case and candidate. */
export function resultsTable(rows) {
  const head = COLUMNS.map(([name]) => name);
  return markdown(
    head,
    rows.map((row) => COLUMNS.map(([, text]) => text(row))),
    TEXT_COLUMNS,
  );
}

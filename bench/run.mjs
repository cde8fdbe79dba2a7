// `make bench`: all cases at scale 1, each candidate beside the limits of the machine, in one run.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cases as all } from "./cases/all.mjs";
import { selectCases } from "./lib/selectCases.mjs";
import { measureCase } from "./lib/measure.mjs";
import { stopAll } from "./lib/processes.mjs";
import { startProducts } from "./lib/products.mjs";
import { candidates, only, processors, root, rounds, seconds } from "./lib/settings.mjs";
import { markdown, resultsTable } from "./lib/table.mjs";
import { requireWrk } from "./lib/wrk.mjs";

const SCALE = 1;
const RESULTS = join(root, "bench/results.json");

const cases = selectCases(all, only);
requireWrk();
const work = mkdtempSync(join(tmpdir(), "postup-bench-"));
// PostgreSQL, which runs as another user under root, has a folder in it.
chmodSync(work, 0o755);
process.on("exit", () => rmSync(work, { recursive: true, force: true }));

const limits = { http: candidates.includes("limit"), database: candidates.includes("database") };
const products = await startProducts(work, SCALE);
const results = [];
for (const one of cases) {
  const isMix = one.name === "mix";
  const watches = isMix ? products.map((product) => product.watchMemory()) : [];
  const rows = await measureCase(one, products, limits, work);
  watches.forEach((watch, nth) => (products[nth].start.mixMiB = watch.stop()));
  results.push(...rows);
  console.error(
    rows.map((row) => `${row.title}: ${row.candidate} ${Math.round(row.perSecond)}/s`).join("\n"),
  );
}

const processes = products.map(({ name, start }) => ({ candidate: name, ...start }));
writeFileSync(
  RESULTS,
  JSON.stringify({ rounds, seconds, processors, processes, results }, null, 2) + "\n",
);
console.log(resultsTable(results));
console.log();
console.log(processesTable());
await stopAll();
process.exit();

function processesTable() {
  const figure = (number) => number?.toFixed(0) ?? "";
  const rows = processes.map((one) => [
    one.candidate,
    ...[one.readyMs, one.idleMiB, one.mixMiB].map(figure),
  ]);
  return markdown(["candidate", "ready after ms", "idle MiB", "most MiB under the mix"], rows);
}

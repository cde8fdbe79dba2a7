// `make bench-growth`: measures the cost of each read at scale 1, 10 and 100; one far below its limit in fewer rounds.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growthReads } from "./cases/growth.mjs";
import { selectCases } from "./lib/selectCases.mjs";
import { databaseFactories } from "./lib/databases.mjs";
import { filledDatabase } from "./lib/filledDatabases.mjs";
import { isClear } from "./lib/growthGoals.mjs";
import { measureCase } from "./lib/measure.mjs";
import { stopAll } from "./lib/processes.mjs";
import { startFilled } from "./lib/products.mjs";
import { binaries, candidates, only, root, scales } from "./lib/settings.mjs";
import { growthTable } from "./lib/table.mjs";
import { requireWrk } from "./lib/wrk.mjs";

const RESULTS = join(root, "bench/growth.json");

const cases = selectCases(growthReads, only);
requireWrk();
const work = mkdtempSync(join(tmpdir(), "postup-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const [binary] = Object.values(binaries);

const results = [];
for (const kind of candidates.filter((name) => name in databaseFactories)) {
  const products = await startAtScales(kind);
  for (const one of cases) {
    const result = { case: one.name, title: one.title, kind };
    const isEnough = (rows) => isClear({ ...result, rows });
    const rows = await measureCase(one, products, {}, work, isEnough);
    results.push({ ...result, rows });
    // After each case, because a run takes hours.
    writeFileSync(RESULTS, JSON.stringify(results, null, 2) + "\n");
    console.error(
      rows.map((row) => `${row.title}: ${row.candidate} ${Math.round(row.perSecond)}/s`).join("\n"),
    );
  }
  await stopAll();
}
console.log(growthTable(results, scales));
process.exit();

/** Starts one server for each scale; all get the same search words. */
async function startAtScales(kind) {
  const products = [];
  for (const scale of scales) {
    const database = await filledDatabase(kind, binary, scale);
    const product = await startFilled(database, `${kind} × ${scale}`, binary, scale);
    const { words, forumWords } = products[0]?.site ?? product.site;
    products.push({ ...product, site: { ...product.site, words, forumWords } });
  }
  return products;
}

// `make bench-growth`: what each read costs at scale 1, 10 and 100.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growthReads } from "./cases/growth.mjs";
import { chosen } from "./lib/chosen.mjs";
import { makers } from "./lib/databases.mjs";
import { kept } from "./lib/kept.mjs";
import { measureCase } from "./lib/measure.mjs";
import { stopAll } from "./lib/processes.mjs";
import { startFilled } from "./lib/products.mjs";
import { binaries, candidates, only, root, scales } from "./lib/settings.mjs";
import { growthTable } from "./lib/table.mjs";
import { requireWrk } from "./lib/wrk.mjs";

const RESULTS = join(root, "bench/growth.json");

const cases = chosen(growthReads, only);
requireWrk();
const work = mkdtempSync(join(tmpdir(), "postup-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const [binary] = Object.values(binaries);

const results = [];
for (const kind of candidates.filter((name) => name in makers)) {
  const products = await productsOf(kind);
  for (const one of cases) {
    const rows = await measureCase(one, products, {}, work);
    results.push({ case: one.name, title: one.title, kind, rows });
    // After each, as a run takes hours.
    writeFileSync(RESULTS, JSON.stringify(results, null, 2) + "\n");
    console.error(
      rows.map((row) => `${row.title}: ${row.candidate} ${Math.round(row.perSecond)}/s`).join("\n"),
    );
  }
  await stopAll();
}
console.log(growthTable(results, scales));
process.exit();

/** One server for each scale, all asked for the same words. */
async function productsOf(kind) {
  const products = [];
  for (const scale of scales) {
    const database = await kept(kind, binary, scale);
    const product = await startFilled(database, `${kind} × ${scale}`, binary, scale);
    const { words, forumWords } = products[0]?.site ?? product.site;
    products.push({ ...product, site: { ...product.site, words, forumWords } });
  }
  return products;
}
